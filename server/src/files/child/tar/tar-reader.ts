import { readable } from '../tree/walk';
import type { ArchiveEntry } from '../extract/archive-entry';
import { cutShort, type ByteReader } from './byte-reader';
import { BLOCK_BYTES, isZero, readPax, readTarHeader, type TarHeader } from './tar-header';

/** An entry whose content passes by once, now. */
export interface StreamedEntry extends ArchiveEntry {
  /** All of a small file. */
  whole(): Promise<Buffer>;
  pieces(): AsyncIterable<Buffer>;
}

/** Long names and pax records; what is longer is no name. */
const EXTENSION_MAX = 1024 * 1024;

/** What the headers before an entry say about it. */
interface Said {
  readonly path?: Buffer;
  readonly target?: Buffer;
  readonly size?: number;
  readonly mtimeMs?: number;
  readonly isSparse?: boolean;
}

function saidByPax(records: ReadonlyMap<string, Buffer>): Said {
  const [path, target] = [records.get('path'), records.get('linkpath')];
  const [size, mtime] = [records.get('size')?.toString(), records.get('mtime')?.toString()];
  if (size !== undefined && !/^\d{1,15}$/.test(size)) throw cutShort();
  const seconds = Number(mtime);
  return {
    ...(path && { path }),
    ...(target && { target }),
    ...(size !== undefined && { size: Number(size) }),
    ...(mtime !== undefined && Number.isFinite(seconds) && { mtimeMs: seconds * 1000 }),
    ...([...records.keys()].some((key) => key.startsWith('GNU.sparse.')) && { isSparse: true }),
  };
}

const padded = (size: number): number => Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
const withoutEnd = (bytes: Buffer): Buffer => {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
};

const KINDS: Readonly<Record<string, ArchiveEntry['kind']>> = {
  '\0': 'file',
  '0': 'file',
  '7': 'file',
  '1': 'hardlink',
  '2': 'link',
  '5': 'folder',
  D: 'folder',
};

function entryOf(header: TarHeader, said: Said): ArchiveEntry {
  const path = said.path ?? header.path;
  const kind = KINDS[header.type] ?? 'other';
  // Before POSIX a folder was a file whose name ends with a slash.
  const isOldFolder = kind === 'file' && path.at(-1) === 0x2f;
  return {
    kind: said.isSparse ? 'other' : isOldFolder ? 'folder' : kind,
    path: readable(path),
    target: readable(said.target ?? header.target),
    size: said.size ?? header.size,
    mode: header.mode,
    mtimeMs: said.mtimeMs ?? header.mtimeMs,
  };
}

/** ustar, pax and GNU's long names, and nothing else. */
export class TarReader {
  private global: Said = {};
  constructor(private readonly reader: ByteReader) {}

  async *entries(): AsyncGenerator<StreamedEntry> {
    let said: Said = {};
    for (;;) {
      const block = await this.reader.take(BLOCK_BYTES);
      if (isZero(block)) return this.end();
      const header = readTarHeader(block);
      const extension = await this.extension(header);
      if (extension) {
        said = { ...said, ...extension };
        continue;
      }
      yield* this.entry(header, { ...this.global, ...said });
      said = {};
    }
  }

  private async *entry(header: TarHeader, said: Said): AsyncGenerator<StreamedEntry> {
    // A volume's name is no entry.
    if (header.type === 'V') return;
    if (header.type === 'S') await this.skipSparseMap(header);
    const entry = entryOf(header, said);
    const size = entry.size ?? 0;
    const passed = { isRead: false };
    const once = () => {
      if (passed.isRead) throw new Error('An entry passes by once');
      passed.isRead = true;
    };
    yield {
      ...entry,
      whole: () => {
        once();
        return this.reader.take(size);
      },
      pieces: () => {
        once();
        return this.reader.pieces(size);
      },
    };
    await this.reader.skip(padded(size) - (passed.isRead ? size : 0));
  }

  /** What a header says about the next one; undefined where it is an entry itself. */
  private async extension({ type, size }: TarHeader): Promise<Said | undefined> {
    if (!['x', 'g', 'L', 'K'].includes(type)) return undefined;
    if (size > EXTENSION_MAX) throw cutShort();
    const bytes = (await this.reader.take(padded(size))).subarray(0, size);
    if (type === 'L') return { path: withoutEnd(bytes) };
    if (type === 'K') return { target: withoutEnd(bytes) };
    const said = saidByPax(readPax(bytes));
    if (type === 'x') return said;
    this.global = { ...this.global, ...said };
    return {};
  }

  private async skipSparseMap({ isExtended }: TarHeader): Promise<void> {
    for (let more = isExtended; more;) more = (await this.reader.take(BLOCK_BYTES))[504] === 1;
  }

  /** What unpacks checks the whole stream only when all of it has been read. */
  private async end(): Promise<void> {
    for await (const _piece of this.reader.rest());
  }
}

import { nameFromBytes } from '../tree/walk';
import type { ArchiveEntry } from '../extract/archive-entry';
import { cutShort, type ByteReader } from './byte-reader';
import { BLOCK_BYTES, isZero, readPax, readTarHeader, type TarHeader } from './tar-header';

/** An entry whose content can be read once, before the next entry. */
export interface StreamedEntry extends ArchiveEntry {
  /** The content of a small file. */
  all(): Promise<Buffer>;
  pieces(): AsyncIterable<Buffer>;
}

/** Largest header with long names or pax records, bytes. */
const EXTENSION_MAX = 1024 * 1024;

/** What extension headers say about the next entry. */
interface Extension {
  readonly path?: Buffer;
  readonly target?: Buffer;
  readonly size?: number;
  readonly mtimeMs?: number;
  readonly isSparse?: boolean;
}

function paxExtension(records: ReadonlyMap<string, Buffer>): Extension {
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

const TYPES: Readonly<Record<string, ArchiveEntry['type']>> = {
  '\0': 'file',
  '0': 'file',
  '7': 'file',
  '1': 'hardlink',
  '2': 'link',
  '5': 'folder',
  D: 'folder',
};

function entryOf(header: TarHeader, known: Extension): ArchiveEntry {
  const path = known.path ?? header.path;
  const type = TYPES[header.type] ?? 'other';
  // Before POSIX, a folder was a file whose name ends with a slash.
  const isOldFolder = type === 'file' && path.at(-1) === 0x2f;
  return {
    type: known.isSparse ? 'other' : isOldFolder ? 'folder' : type,
    path: nameFromBytes(path),
    target: nameFromBytes(known.target ?? header.target),
    size: known.size ?? header.size,
    mode: header.mode,
    mtimeMs: known.mtimeMs ?? header.mtimeMs,
  };
}

/** Reads ustar with pax headers and GNU long names. */
export class TarReader {
  private global: Extension = {};
  constructor(private readonly reader: ByteReader) {}

  async *entries(): AsyncGenerator<StreamedEntry> {
    let known: Extension = {};
    for (;;) {
      const block = await this.reader.take(BLOCK_BYTES);
      if (isZero(block)) return this.end();
      const header = readTarHeader(block);
      const extension = await this.extension(header);
      if (extension) {
        known = { ...known, ...extension };
        continue;
      }
      yield* this.entry(header, { ...this.global, ...known });
      known = {};
    }
  }

  private async *entry(header: TarHeader, known: Extension): AsyncGenerator<StreamedEntry> {
    // A volume's name is no entry.
    if (header.type === 'V') return;
    if (header.type === 'S') await this.skipSparseMap(header);
    const entry = entryOf(header, known);
    const size = entry.size ?? 0;
    const passed = { isRead: false };
    const once = () => {
      if (passed.isRead) throw new Error('An entry can be read once');
      passed.isRead = true;
    };
    yield {
      ...entry,
      all: () => {
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

  /** Reads an extension header; undefined if the header is an entry itself. */
  private async extension({ type, size }: TarHeader): Promise<Extension | undefined> {
    if (!['x', 'g', 'L', 'K'].includes(type)) return undefined;
    if (size > EXTENSION_MAX) throw cutShort();
    const bytes = (await this.reader.take(padded(size))).subarray(0, size);
    if (type === 'L') return { path: withoutEnd(bytes) };
    if (type === 'K') return { target: withoutEnd(bytes) };
    const known = paxExtension(readPax(bytes));
    if (type === 'x') return known;
    this.global = { ...this.global, ...known };
    return {};
  }

  private async skipSparseMap({ isExtended }: TarHeader): Promise<void> {
    for (let more = isExtended; more;) more = (await this.reader.take(BLOCK_BYTES))[504] === 1;
  }

  /** Reads to the end, as the decompressor checks its checksum only there. */
  private async end(): Promise<void> {
    for await (const _piece of this.reader.rest());
  }
}

import { readSync, type Stats } from 'node:fs';
import { openRegularFile } from '../tree/open-file';
import { LoopYield } from '../loop-yield';
import type { ZipJob, ZipProgress } from '../zip/zip-writer';
import { LeftOut } from '../zip/left-out';
import { linkTarget, walkSelection, type TreeEntry } from '../zip/zip-tree';
import { BLOCK_BYTES } from './tar-header';

const CHUNK_BYTES = 1024 * 1024;
/** Bytes passed to the sink at once. */
const GATHERED_BYTES = 256 * 1024;
const REPORT_EVERY_MS = 300;
/** Limits of ustar's fields: 100 bytes of a name, eleven octal digits of a size. */
const NAME_MAX = 100;
const SIZE_MAX = 0o77777777777;

type TarJob = Omit<ZipJob, 'pool'>;

interface TarFacts {
  readonly path: Buffer;
  readonly type: '0' | '2' | '5' | 'x';
  readonly size: number;
  readonly target?: Buffer;
  readonly stats: Pick<Stats, 'mode' | 'mtimeMs'>;
}

const octal = (value: number, digits: number): string =>
  Math.max(Math.floor(value), 0).toString(8).padStart(digits, '0').slice(-digits);

function header({ path, type, size, target, stats }: TarFacts): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  path.copy(block, 0, 0, NAME_MAX);
  block.write(octal(stats.mode & 0o777, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(Math.min(size, SIZE_MAX), 11), 124);
  block.write(octal(stats.mtimeMs / 1000, 11), 136);
  block.write(' '.repeat(8), 148);
  block.write(type, 156);
  target?.copy(block, 157, 0, NAME_MAX);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

const padding = (size: number): Buffer => Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);

function paxRecord(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from('\n')]);
  let length = rest.length;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return Buffer.concat([Buffer.from(String(length)), rest]);
}

/** Headers of an entry; values that are too long for ustar go into a pax header before it. */
function headersOf(facts: TarFacts): Buffer[] {
  const records = [
    ...(facts.path.length > NAME_MAX ? [paxRecord('path', facts.path)] : []),
    ...((facts.target?.length ?? 0) > NAME_MAX && facts.target ? [paxRecord('linkpath', facts.target)] : []),
    ...(facts.size > SIZE_MAX ? [paxRecord('size', Buffer.from(String(facts.size)))] : []),
  ];
  if (records.length === 0) return [header(facts)];
  const bytes = Buffer.concat(records);
  const path = Buffer.from('PaxHeader');
  const before = header({ path, type: 'x', size: bytes.length, stats: { mode: 0o644, mtimeMs: 0 } });
  return [before, bytes, padding(bytes.length), header(facts)];
}

/** Number of bytes read; 0 at the end of the file or if it can't be read. */
function readPiece(fd: number, piece: Buffer, at: number): number {
  try {
    return readSync(fd, piece, 0, piece.length, at);
  } catch {
    return 0;
  }
}

class TarWriter {
  private readonly pace: LoopYield;
  private readonly leftOut = new LeftOut();
  private gathered: Uint8Array[] = [];
  private gatheredBytes = 0;
  private files = 0;
  private entries = 0;
  private bytes = 0;
  private reportedAt = 0;

  constructor(private readonly job: TarJob) {
    this.pace = new LoopYield(job.signal);
  }

  async run(): Promise<ZipProgress> {
    for (const entry of walkSelection(this.job.root, this.job.paths)) {
      if ('failed' in entry) this.leftOut.add(entry.path, entry.failed);
      else await this.take(entry);
      if (this.pace.due) await this.pace.rest();
    }
    await this.write(Buffer.alloc(2 * BLOCK_BYTES));
    await this.flush();
    return this.progress();
  }

  private async take(entry: TreeEntry): Promise<void> {
    const { stats, path } = entry;
    try {
      if (this.job.skip?.(stats)) return;
      this.entries += 1;
      // The selection was within the limit, but entries were added since.
      if (this.entries > this.job.entriesMax) return this.leftOut.add(path, 'file-changed');
      if (stats.isDirectory()) {
        const folder = Buffer.concat([path, Buffer.from('/')]);
        await this.write(...headersOf({ path: folder, type: '5', size: 0, stats }));
      } else if (stats.isSymbolicLink()) {
        const target = linkTarget(entry);
        if (target === undefined) this.leftOut.add(path, 'file-changed');
        else await this.write(...headersOf({ path, type: '2', size: 0, target, stats }));
      } else if (stats.isFile()) await this.addFile(entry);
      else this.leftOut.add(path, 'pack-special');
    } finally {
      entry.parent.release();
    }
    this.report(path);
  }

  private async addFile({ parent, name, path }: TreeEntry): Promise<void> {
    let content;
    try {
      content = openRegularFile(parent.folder, name);
    } catch (error) {
      return this.leftOut.add(path, error);
    }
    using held = content;
    const { size } = held.stats;
    if (!this.job.sparseRoom.take(held.stats)) return this.leftOut.add(path, 'pack-sparse');
    await this.write(...headersOf({ path, type: '0', size, stats: held.stats }));
    let at = 0;
    while (at < size) {
      this.job.signal.throwIfAborted();
      const piece = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
      const got = readPiece(held.fd, piece, at);
      if (got === 0) break;
      at += got;
      this.bytes += got;
      await this.write(piece.subarray(0, got));
      this.report(path);
    }
    // The file became shorter while it was read, but the header has its old size.
    if (at < size) this.leftOut.add(path, 'file-changed');
    for (; at < size; at += CHUNK_BYTES) await this.write(Buffer.alloc(Math.min(CHUNK_BYTES, size - at)));
    await this.write(padding(size));
    this.files += 1;
  }

  private async write(...pieces: readonly Uint8Array[]): Promise<void> {
    for (const piece of pieces) {
      this.gathered.push(piece);
      this.gatheredBytes += piece.length;
    }
    if (this.gatheredBytes >= GATHERED_BYTES) await this.flush();
  }

  private async flush(): Promise<void> {
    const pieces = this.gathered;
    this.gathered = [];
    this.gatheredBytes = 0;
    await this.job.sink(pieces);
  }

  private progress(current?: string): ZipProgress {
    const { files, bytes } = this;
    return { files, bytes, failed: this.leftOut.lines, ...(current !== undefined && { current }) };
  }

  private report(current: Buffer): void {
    const now = performance.now();
    if (now - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = now;
    this.job.onProgress(this.progress(current.toString()));
  }
}

/** Writes a tar of a selection. An entry that can't be read is left out and named in `failed`. */
export const writeTar = (job: TarJob): Promise<ZipProgress> => new TarWriter(job).run();

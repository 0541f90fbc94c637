import { read, readlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw } from 'node:zlib';
import { isRefusal } from '../../refusal';
import { openContent } from '../content';
import { Pace } from '../pace';
import type { Folder } from '../walk';
import { methodFor, packFile, type PackResult } from './pack';
import type { PackPool } from './pack-pool';
import {
  centralHeader,
  dataDescriptor,
  endRecords,
  localHeader,
  needsZip64,
  type EntryFacts,
  type Written,
} from './zip-format';
import { walkSelection, type TreeEntry } from './zip-tree';

/** Takes the archive's bytes; resolves when more may come. */
export type Sink = (bytes: readonly Uint8Array[]) => Promise<void>;

export interface ZipProgress {
  readonly files: number;
  /** Bytes read. */
  readonly bytes: number;
  readonly failed: readonly string[];
  readonly current?: string;
}

export interface ZipJob {
  readonly root: Folder;
  readonly paths: readonly string[];
  readonly sink: Sink;
  readonly pool: PackPool;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ZipProgress) => void;
  /** Entries left out: the archive itself, when it lies in what is packed. */
  readonly skip?: (stats: { ino: number; dev: number }) => boolean;
}

/** Up to this size a file is read and packed whole, bytes. */
const SMALL_BYTES = 512 * 1024;
const BATCH_FILES = 64;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Batches on their way at once. */
const IN_FLIGHT = 4;
const CHUNK_BYTES = 1024 * 1024;
const FAILED_KEPT = 100;
const REPORT_EVERY_MS = 300;

const readInto = promisify(read);

interface Flight {
  readonly entries: readonly TreeEntry[];
  readonly results: Promise<readonly PackResult[]>;
}

class ZipWriter {
  private readonly written: Written[] = [];
  private readonly failed: string[] = [];
  private readonly flights: Flight[] = [];
  private readonly pace: Pace;
  private batch: TreeEntry[] = [];
  private batchBytes = 0;
  private offset = 0;
  private files = 0;
  private bytes = 0;
  private reportedAt = 0;
  /** The first small files need no thread: most selections are no larger. */
  private inline = BATCH_FILES;

  constructor(private readonly job: ZipJob) {
    this.pace = new Pace(job.signal);
  }

  async run(): Promise<ZipProgress> {
    try {
      for (const entry of walkSelection(this.job.root, this.job.paths)) {
        if ('failed' in entry) this.fail(entry.path, entry.failed);
        else await this.take(entry);
        if (this.pace.due) await this.pace.rest();
      }
      this.send();
      while (this.flights.length > 0) await this.land();
      await this.finish();
      return this.progress();
    } finally {
      await this.abandon();
    }
  }

  private async take(entry: TreeEntry): Promise<void> {
    const { stats } = entry;
    if (this.job.skip?.(stats)) return entry.place.release();
    if (stats.isFile() && stats.size <= SMALL_BYTES) return this.gather(entry);
    try {
      if (stats.isDirectory())
        await this.addWhole(entry, {
          name: Buffer.concat([entry.path, Buffer.from('/')]),
          bytes: Buffer.alloc(0),
        });
      else if (stats.isSymbolicLink()) await this.addLink(entry);
      else if (stats.isFile()) await this.addLarge(entry);
      else this.fail(entry.path, 'not-a-file');
    } finally {
      entry.place.release();
    }
  }

  private async addLink(entry: TreeEntry): Promise<void> {
    const target = readlinkSync(entry.place.folder.at(entry.name), 'buffer');
    await this.addWhole(entry, { name: entry.path, bytes: target });
  }

  private async addWhole(entry: TreeEntry, { name, bytes }: { name: Buffer; bytes: Buffer }): Promise<void> {
    const { mode, mtimeMs } = entry.stats;
    const packed = {
      is: 'packed',
      method: 'stored',
      crc: crc32(bytes),
      size: bytes.length,
      mode,
      mtimeMs,
      bytes,
    } as const;
    await this.add(entry, name, packed);
  }

  private async gather(entry: TreeEntry): Promise<void> {
    this.batch.push(entry);
    this.batchBytes += entry.stats.size;
    if (this.batch.length < BATCH_FILES && this.batchBytes < BATCH_BYTES) return;
    this.send();
    if (this.flights.length >= IN_FLIGHT) await this.land();
  }

  private send(): void {
    const entries = this.batch;
    if (entries.length === 0) return;
    this.batch = [];
    this.batchBytes = 0;
    const wishes = entries.map(({ place, name }) => ({ folder: place.folder, name }));
    const isFirst = this.inline > 0;
    this.inline -= entries.length;
    const results = isFirst
      ? Promise.resolve(wishes.map(({ folder, name }) => packFile(folder, name)))
      : this.job.pool.pack(wishes);
    // Awaited when it lands; until then a failure is not unhandled.
    results.catch(() => undefined);
    this.flights.push({ entries, results });
  }

  private async land(): Promise<void> {
    const flight = this.flights.shift();
    if (!flight) return;
    try {
      const results = await flight.results;
      this.job.signal.throwIfAborted();
      const pieces: Uint8Array[] = [];
      flight.entries.forEach((entry, index) => {
        const result = results[index];
        if (result?.is === 'packed') pieces.push(...this.pieces(entry, entry.path, result));
        else this.fail(entry.path, result?.reason);
      });
      await this.job.sink(pieces);
      this.report(flight.entries.at(-1)?.path);
    } finally {
      flight.entries.forEach((entry) => entry.place.release());
    }
  }

  private async add(entry: TreeEntry, name: Buffer, packed: PackResult & { is: 'packed' }): Promise<void> {
    // Order in the archive follows the order of the walk only roughly; folders may come early.
    await this.job.sink(this.pieces(entry, name, packed));
    this.report(entry.path);
  }

  private pieces(entry: TreeEntry, name: Buffer, packed: PackResult & { is: 'packed' }): Uint8Array[] {
    const { method, crc, size, mode, mtimeMs, bytes } = packed;
    const facts: EntryFacts = { name, isUtf8: entry.isUtf8, mode, mtimeMs, method };
    const sizes = { crc, size, packed: bytes.length };
    const header = localHeader(facts, sizes, false);
    this.written.push({ ...facts, ...sizes, offset: this.offset, sizesLater: false });
    this.offset += header.length + bytes.length;
    if (entry.stats.isFile()) this.files += 1;
    this.bytes += size;
    return bytes.length === 0 ? [header] : [header, bytes];
  }

  /** A large file passes through in pieces; its sizes follow its content. */
  private async addLarge(entry: TreeEntry): Promise<void> {
    let content;
    try {
      content = openContent(entry.place.folder, entry.name);
    } catch (error) {
      return this.fail(entry.path, error);
    }
    using held = content;
    const { mode, mtimeMs, size } = held.stats;
    const facts: EntryFacts = {
      name: entry.path,
      isUtf8: entry.isUtf8,
      mode,
      mtimeMs,
      method: methodFor(entry.name, size),
    };
    const large = needsZip64(size);
    const offset = this.offset;
    const header = localHeader(facts, undefined, large);
    await this.job.sink([header]);
    const sizes =
      facts.method === 'stored' ? await this.pass(held.fd, size) : await this.deflate(held.fd, size);
    const descriptor = dataDescriptor(sizes, large);
    await this.job.sink([descriptor]);
    this.written.push({ ...facts, ...sizes, offset, sizesLater: true });
    this.offset += header.length + sizes.packed + descriptor.length;
    this.files += 1;
    this.report(entry.path);
  }

  /** Pieces of a file up to the size it had when it was opened. */
  private async *read(fd: number, size: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < size;) {
      this.job.signal.throwIfAborted();
      const wanted = Math.min(CHUNK_BYTES, size - at);
      const { bytesRead, buffer } = await readInto(fd, Buffer.allocUnsafe(wanted), 0, wanted, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      this.bytes += bytesRead;
      this.report(undefined);
      yield buffer.subarray(0, bytesRead);
    }
  }

  private async pass(fd: number, size: number) {
    let [crc, passed] = [0, 0];
    for await (const piece of this.read(fd, size)) {
      crc = crc32(piece, crc);
      passed += piece.length;
      await this.job.sink([piece]);
    }
    return { crc, size: passed, packed: passed };
  }

  private async deflate(fd: number, size: number) {
    const deflater = createDeflateRaw({ chunkSize: 256 * 1024 });
    let [crc, read, packed] = [0, 0, 0];
    const feed = async () => {
      for await (const piece of this.read(fd, size)) {
        crc = crc32(piece, crc);
        read += piece.length;
        if (!deflater.write(piece)) await new Promise<void>((resolve) => deflater.once('drain', resolve));
      }
      deflater.end();
    };
    const fed = feed().catch((error: unknown) =>
      deflater.destroy(error instanceof Error ? error : new Error('stopped')),
    );
    for await (const piece of deflater as AsyncIterable<Buffer>) {
      packed += piece.length;
      await this.job.sink([piece]);
    }
    await fed;
    return { crc, size: read, packed };
  }

  private async finish(): Promise<void> {
    const start = this.offset;
    let size = 0;
    let pieces: Buffer[] = [];
    for (const entry of this.written) {
      const header = centralHeader(entry);
      size += header.length;
      pieces.push(header);
      if (pieces.length < 1000) continue;
      await this.job.sink([Buffer.concat(pieces)]);
      pieces = [];
    }
    await this.job.sink([...pieces, endRecords({ count: this.written.length, start, size })]);
  }

  private async abandon(): Promise<void> {
    for (const flight of this.flights.splice(0)) {
      await flight.results.catch(() => undefined);
      flight.entries.forEach((entry) => entry.place.release());
    }
    this.batch.splice(0).forEach((entry) => entry.place.release());
  }

  private fail(path: Buffer, why: unknown): void {
    const reason = isRefusal(why) ? why.reason : String(why);
    if (this.failed.length < FAILED_KEPT) this.failed.push(`${path.toString()}: ${reason}`);
  }

  private progress(current?: string): ZipProgress {
    return {
      files: this.files,
      bytes: this.bytes,
      failed: this.failed,
      ...(current !== undefined && { current }),
    };
  }

  private report(current: Buffer | undefined): void {
    const now = performance.now();
    if (now - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = now;
    this.job.onProgress(this.progress(current?.toString()));
  }
}

/** Writes a zip of a selection. An entry that can't be read is left out and named in `failed`. */
export const writeZip = (job: ZipJob): Promise<ZipProgress> => new ZipWriter(job).run();

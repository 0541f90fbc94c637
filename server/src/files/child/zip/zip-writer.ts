import { crc32 } from 'node:zlib';
import { openRegularFile } from '../tree/open-file';
import { LoopYield } from '../loop-yield';
import type { Folder } from '../tree/walk';
import { LeftOut } from './left-out';
import { methodFor, packFiles, SMALL_BYTES, type PackedFile, type PackResult } from './pack';
import type { PackPool } from './pack-pool';
import type { SparseAllowance } from './sparse-allowance';
import { packStream } from './pack-stream';
import type { EntryFacts } from './zip-format';
import { ZipRecords, type Sink } from './zip-records';
import { linkTarget, walkSelection, type TreeEntry } from './zip-tree';

export interface ZipProgress {
  readonly files: number;
  /** Bytes read. */
  readonly bytes: number;
  readonly failed: string[];
  readonly current?: string;
}

export interface ZipJob {
  readonly root: Folder;
  readonly paths: readonly string[];
  readonly sink: Sink;
  readonly pool: PackPool;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ZipProgress) => void;
  /** Most entries of the archive. */
  readonly entriesMax: number;
  readonly sparseRoom: SparseAllowance;
  /** The archive itself, which is left out if it lies in the selection. */
  readonly skip?: (stats: { ino: number; dev: number }) => boolean;
}

const BATCH_FILES = 64;
const BATCH_BYTES = 4 * 1024 * 1024;
/** How many batches the threads work on at once. */
const IN_FLIGHT = 4;
const REPORT_EVERY_MS = 300;

interface Flight {
  readonly entries: readonly TreeEntry[];
  readonly results: Promise<readonly PackResult[]>;
}

class ZipWriter {
  private readonly records: ZipRecords;
  private readonly leftOut = new LeftOut();
  private readonly flights: Flight[] = [];
  private readonly pace: LoopYield;
  private batch: TreeEntry[] = [];
  private batchBytes = 0;
  private files = 0;
  private entries = 0;
  private bytes = 0;
  private reportedAt = 0;
  /** The first small files need no thread: most selections are no larger. */
  private inline = BATCH_FILES;

  constructor(private readonly job: ZipJob) {
    this.pace = new LoopYield(job.signal);
    this.records = new ZipRecords(job.sink);
  }

  async run(): Promise<ZipProgress> {
    try {
      for (const entry of walkSelection(this.job.root, this.job.paths)) {
        if ('failed' in entry) this.leftOut.add(entry.path, entry.failed);
        else await this.take(entry);
        if (this.pace.due) await this.pace.rest();
      }
      this.send();
      while (this.flights.length > 0) await this.land();
      await this.records.close(this.leftOut.comment());
      return this.progress();
    } finally {
      await this.abandon();
    }
  }

  private async take(entry: TreeEntry): Promise<void> {
    const { stats } = entry;
    if (this.job.skip?.(stats)) return entry.parent.release();
    this.entries += 1;
    // The selection was within the limit, but entries were added since.
    if (this.entries > this.job.entriesMax) {
      this.leftOut.add(entry.path, 'file-changed');
      return entry.parent.release();
    }
    if (stats.isFile() && stats.size <= SMALL_BYTES) return this.gather(entry);
    try {
      if (stats.isDirectory())
        await this.addStored(entry, {
          name: Buffer.concat([entry.path, Buffer.from('/')]),
          bytes: Buffer.alloc(0),
        });
      else if (stats.isSymbolicLink()) await this.addLink(entry);
      else if (stats.isFile()) await this.addLarge(entry);
      else this.leftOut.add(entry.path, 'pack-special');
    } finally {
      entry.parent.release();
    }
  }

  private async addLink(entry: TreeEntry): Promise<void> {
    const target = linkTarget(entry);
    if (target === undefined) this.leftOut.add(entry.path, 'file-changed');
    else await this.addStored(entry, { name: entry.path, bytes: target });
  }

  private async addStored(entry: TreeEntry, { name, bytes }: { name: Buffer; bytes: Buffer }): Promise<void> {
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
    const requests = entries.map(({ parent, name }) => ({ folder: parent.folder, name }));
    const isFirst = this.inline > 0;
    this.inline -= entries.length;
    const results = isFirst ? Promise.resolve(packFiles(requests)) : this.job.pool.pack(requests);
    // Awaited later; until then a rejection must not count as unhandled.
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
        else this.leftOut.add(entry.path, result?.reason);
      });
      await this.job.sink(pieces);
      this.report(flight.entries.at(-1)?.path);
    } finally {
      flight.entries.forEach((entry) => entry.parent.release());
    }
  }

  private async add(entry: TreeEntry, name: Buffer, packed: PackedFile): Promise<void> {
    // Order in the archive follows the order of the walk only roughly; folders may come early.
    await this.job.sink(this.pieces(entry, name, packed));
    this.report(entry.path);
  }

  private pieces(entry: TreeEntry, name: Buffer, packed: PackedFile): Uint8Array[] {
    const { method, crc, size, mode, mtimeMs, bytes } = packed;
    const facts: EntryFacts = { name, isUtf8: entry.isUtf8, mode, mtimeMs, method };
    if (entry.stats.isFile()) this.files += 1;
    this.bytes += size;
    return this.records.stored(facts, { crc, size, packed: bytes.length }, bytes);
  }

  /** Adds a large file in pieces; its sizes follow its content. */
  private async addLarge(entry: TreeEntry): Promise<void> {
    let content;
    try {
      content = openRegularFile(entry.parent.folder, entry.name);
    } catch (error) {
      return this.leftOut.add(entry.path, error);
    }
    using held = content;
    const { mode, mtimeMs, size } = held.stats;
    if (!this.job.sparseRoom.take(held.stats)) return this.leftOut.add(entry.path, 'pack-sparse');
    const method = methodFor(entry.name, size);
    const facts: EntryFacts = { name: entry.path, isUtf8: entry.isUtf8, mode, mtimeMs, method };
    const { sink, signal } = this.job;
    const onRead = (bytes: number) => {
      this.bytes += bytes;
      this.report(undefined);
    };
    await this.records.streamed(facts, size, async () => {
      const sizes = await packStream({ fd: held.fd, size, method, sink, signal, onRead });
      // The file became shorter or unreadable while it was read: the archive holds what was read.
      if (sizes.size < size) this.leftOut.add(entry.path, 'file-changed');
      return sizes;
    });
    this.files += 1;
    this.report(entry.path);
  }

  private async abandon(): Promise<void> {
    for (const flight of this.flights.splice(0)) {
      await flight.results.catch(() => undefined);
      flight.entries.forEach((entry) => entry.parent.release());
    }
    this.batch.splice(0).forEach((entry) => entry.parent.release());
  }

  private progress(current?: string): ZipProgress {
    return {
      files: this.files,
      bytes: this.bytes,
      failed: this.leftOut.lines,
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

import { closeSync, read, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32, createInflateRaw } from 'node:zlib';
import { isRefusal, Refusal } from '#faults/refusal';
import { codeOf } from '#faults/error-code';
import type { Name } from '../tree/walk';
import type { SharedFolder } from '../zip/zip-tree';
import { shortenPath } from './archive-entry';
import { cutShort } from '../tar/byte-reader';
import type { AdmittedEntry } from './entry-gate';
import { keyOf } from './entry-rules';
import {
  ensureSpace,
  unpackedBytesMax,
  type InspectJob,
  type Inspection,
  type UnpackJob,
} from './unpack-job';
import {
  dataStart,
  readRecord,
  unpackEntry,
  unzipBatch,
  type UnzipFile,
  type UnzipResult,
} from './unzip-batch';
import type { UnzipThreads } from './unzip-pool';
import { closeFinished, openFresh } from './write-entry';
import { readAt, readZipDirectory, type ZipEntry } from '../zip/zip-directory';

/** A file up to this unpacked size is unpacked in memory, bytes. */
const SMALL_BYTES = 1024 * 1024;
const BATCH_FILES = 64;
const BATCH_BYTES = 4 * 1024 * 1024;
/** How many batches the threads work on at once. */
const IN_FLIGHT = 4;
const TARGET_MAX = 4096;
const CHUNK_BYTES = 256 * 1024;
const BLOCK_BYTES = 4096;

interface PlannedEntry extends AdmittedEntry {
  readonly entry: ZipEntry;
}

const damaged = (path: Name) => new Refusal('archive-entry-broken', { values: { path: shortenPath(path) } });

/** A link's target is its content. */
function withTarget(fd: number, entry: ZipEntry): ZipEntry {
  if (entry.type !== 'link' || entry.fault || entry.encrypted) return entry;
  if (entry.size > TARGET_MAX || entry.packed > TARGET_MAX) return { ...entry, fault: 'entry-link-outside' };
  return { ...entry, target: unpackEntry(readRecord(fd, entry), entry).toString('utf8') };
}

interface Plan extends Inspection {
  readonly files: readonly PlannedEntry[];
  readonly folders: readonly PlannedEntry[];
  readonly links: readonly PlannedEntry[];
  readonly bytes: number;
}

/** Plans what to write, each path once. */
async function planZip({
  archive,
  gate,
  pace,
}: Pick<InspectJob, 'archive' | 'gate' | 'pace'>): Promise<Plan> {
  const { fd, fileSize, names: encoding } = archive;
  const directory = await readZipDirectory(fd, fileSize, { encoding, pace, entriesMax: gate.entriesMax });
  const planned = new Map<string, PlannedEntry>();
  let encrypted = false;
  for (const raw of directory.entries) {
    if (pace.due) await pace.rest();
    const entry = withTarget(fd, raw);
    encrypted ||= entry.encrypted;
    if (entry.fault) gate.refuse(entry.path, entry.fault);
    else {
      const passed = gate.pass(entry);
      if (passed) planned.set(keyOf(passed.parts), { ...passed, entry });
    }
  }
  const all = [...planned.values()];
  const of = (type: ZipEntry['type']) => all.filter(({ entry }) => entry.type === type);
  const files = of('file').sort((a, b) => a.entry.at - b.entry.at);
  const bytes = files.reduce((sum, { entry }) => sum + entry.size, 0);
  if (bytes > unpackedBytesMax(fileSize)) throw new Refusal('archive-too-much');
  const facts = { format: 'zip', names: directory.names, encrypted, complete: true } as const;
  return { ...facts, files, folders: of('folder'), links: of('link'), bytes };
}

export const inspectZip = (job: InspectJob): Promise<Inspection> => planZip(job);

interface Flight {
  readonly files: readonly PlannedEntry[];
  readonly parents: readonly SharedFolder[];
  readonly result: Promise<UnzipResult>;
}

class Unzipper {
  private readonly flights: Flight[] = [];
  private batch: PlannedEntry[] = [];
  private batchBytes = 0;
  /** The first small files need no thread: most archives are no larger. */
  private inline = BATCH_FILES;

  constructor(
    private readonly job: UnpackJob,
    private readonly threads: UnzipThreads,
  ) {}

  async run(files: readonly PlannedEntry[]): Promise<void> {
    try {
      for (const file of files) {
        await this.take(file);
        if (this.job.pace.due) await this.job.pace.rest();
      }
      this.send();
      while (this.flights.length > 0) await this.land();
    } finally {
      await this.abandon();
    }
  }

  private async take(file: PlannedEntry): Promise<void> {
    const { size, packed } = file.entry;
    if (size > SMALL_BYTES || packed > SMALL_BYTES) return this.writeLarge(file);
    this.batch.push(file);
    this.batchBytes += size + packed;
    if (this.batch.length < BATCH_FILES && this.batchBytes < BATCH_BYTES) return;
    this.send();
    if (this.flights.length >= IN_FLIGHT) await this.land();
  }

  private send(): void {
    const files = this.batch;
    if (files.length === 0) return;
    this.batch = [];
    this.batchBytes = 0;
    const parents = files.map(({ parts }) => this.job.stage.folder(parts.slice(0, -1)));
    const batch = {
      fd: this.job.archive.fd,
      files: files.map((file, index) => unzipFileOf(file, parents[index]?.folder.fd ?? -1)),
    };
    const isFirst = this.inline > 0;
    this.inline -= files.length;
    const result = isFirst ? Promise.resolve(unzipBatch(batch)) : this.threads.request(batch);
    // Awaited later; until then a rejection must not count as unhandled.
    result.catch(() => undefined);
    this.flights.push({ files, parents, result });
  }

  private async land(): Promise<void> {
    const flight = this.flights.shift();
    if (!flight) return;
    try {
      const result = await flight.result;
      this.job.signal.throwIfAborted();
      if (result.is === 'bug') throw new Error(result.message);
      if (result.is === 'failed') throw failureOf(result.reason, flight.files[result.index]);
      this.wrote(flight.files.length, result.bytes, flight.files.at(-1));
    } finally {
      flight.parents.forEach((parent) => parent.release());
    }
  }

  private wrote(files: number, bytes: number, last: PlannedEntry | undefined): void {
    this.job.disk.quota.count(bytes);
    this.job.written.bytes += bytes;
    this.job.progress.add(files, bytes, last?.entry.path);
  }

  /** Unpacks a large file in pieces. */
  private async writeLarge(file: PlannedEntry): Promise<void> {
    const { job } = this;
    const fd = job.stage.within(file.parts, (folder, name) => openFresh(folder, name, file.entry));
    try {
      let [crc, bytes] = [0, 0];
      for await (const piece of piecesOf(job.archive.fd, file.entry)) {
        job.signal.throwIfAborted();
        crc = crc32(piece, crc);
        bytes += piece.length;
        if (bytes > file.entry.size) throw damaged(file.entry.path);
        for (let at = 0; at < piece.length;) at += writeSync(fd, piece, at);
        this.wrote(0, piece.length, file);
      }
      if (bytes !== file.entry.size || crc !== file.entry.crc) throw damaged(file.entry.path);
      job.progress.add(1, 0, file.entry.path);
    } catch (error) {
      closeSync(fd);
      throw isRefusal(error) && error.reason === 'archive-broken' ? damaged(file.entry.path) : error;
    }
    closeFinished(fd, file.entry);
  }

  private async abandon(): Promise<void> {
    for (const flight of this.flights.splice(0)) {
      const result = await flight.result.catch(() => undefined);
      if (result?.is === 'done') this.wrote(0, result.bytes, undefined);
      flight.parents.forEach((parent) => parent.release());
    }
  }
}

function failureOf(reason: Refusal['reason'], file: PlannedEntry | undefined): Refusal {
  return reason === 'archive-broken' && file ? damaged(file.entry.path) : new Refusal(reason);
}

function unzipFileOf({ entry, parts }: PlannedEntry, folder: number): UnzipFile {
  const { at, end, packed, size, crc, method, mode, mtimeMs } = entry;
  return { at, end, packed, size, crc, method, mode, mtimeMs, folder, name: String(parts.at(-1)) };
}

const readInto = promisify(read);

async function* packedPieces(fd: number, entry: ZipEntry): AsyncGenerator<Buffer> {
  const start = entry.at + dataStart(readAt(fd, entry.at, 30));
  if (start + entry.packed > entry.end) throw cutShort();
  for (let done = 0; done < entry.packed;) {
    const wanted = Math.min(CHUNK_BYTES, entry.packed - done);
    const { bytesRead, buffer } = await readInto(fd, Buffer.allocUnsafe(wanted), 0, wanted, start + done);
    if (bytesRead === 0) throw cutShort();
    done += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* piecesOf(fd: number, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (entry.method === 0) {
    yield* packedPieces(fd, entry);
    return;
  }
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const feed = async () => {
    for await (const piece of packedPieces(fd, entry)) {
      if (inflater.destroyed) return;
      if (!inflater.write(piece))
        await new Promise<void>((resolve) => {
          inflater.once('drain', resolve);
          inflater.once('close', resolve);
        });
    }
    inflater.end();
  };
  const fed = feed().catch((error: unknown) =>
    inflater.destroy(error instanceof Error ? error : new Error('stopped')),
  );
  try {
    yield* inflater as AsyncIterable<Buffer>;
    await fed;
  } catch (error) {
    throw codeOf(error)?.startsWith('Z_') ? cutShort() : error;
  } finally {
    inflater.destroy();
  }
}

const onDisk = (files: readonly PlannedEntry[], folders: number): number =>
  files.reduce((sum, { entry }) => sum + Math.ceil(entry.size / BLOCK_BYTES) * BLOCK_BYTES, 0) +
  folders * BLOCK_BYTES;

/** Unpacks a zip into the staged tree. */
export async function unzip(job: UnpackJob, threads: UnzipThreads): Promise<Inspection> {
  const plan = await planZip(job);
  if (plan.encrypted) throw new Refusal('archive-encrypted');
  const wanted = ({ conflict }: PlannedEntry) => !job.skips || conflict !== 'taken';
  const files = plan.files.filter(wanted);
  const bytes = files.reduce((sum, { entry }) => sum + entry.size, 0);
  await ensureSpace(job.disk, job.disk.root.self, onDisk(files, plan.folders.length));
  job.progress.expect({ filesTotal: files.length, bytesTotal: bytes });
  for (const { parts, entry } of plan.folders) {
    job.stage.folderMode(parts, entry.mode);
    if (job.pace.due) await job.pace.rest();
  }
  await new Unzipper(job, threads).run(files);
  for (const { parts, entry } of plan.links.filter(wanted)) job.stage.link(parts, entry.target ?? '');
  return plan;
}

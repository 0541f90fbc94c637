import { closeSync, writeSync } from 'node:fs';
import { Refusal, isRefusal } from '#faults/refusal';
import type { Name } from '../tree/walk';
import { shortenPath } from './archive-entry';
import { nameOfPackedFile, type ArchiveFormat } from './archive-format';
import { ByteReader } from '../tar/byte-reader';
import { ByteSource } from '../tar/byte-source';
import type { AdmittedEntry } from './entry-gate';
import { keyOf } from './entry-rules';
import { TarReader, type StreamedEntry } from '../tar/tar-reader';
import { unpackedBytesMax, type InspectJob, type Inspection, type UnpackJob } from './unpack-job';
import { closeFinished, openFresh, writeFresh } from './write-entry';
import { decodeName } from '../zip/zip-names';

/** A file up to this size is read into memory, bytes. */
const SMALL_BYTES = 1024 * 1024;
const WRITE_BYTES = 1024 * 1024;

type StreamedShape = Extract<ArchiveFormat, { packing: unknown }>;

/** Decodes names that are not UTF-8 if the request names an encoding; else they stay bytes. */
function named(entry: StreamedEntry, { names }: InspectJob['archive']): StreamedEntry {
  const read = (name: Name): Name =>
    typeof name === 'string' || names === 'auto' ? name : (decodeName(name, names) ?? name);
  return {
    ...entry,
    path: read(entry.path),
    ...(entry.target !== undefined && { target: read(entry.target) }),
  };
}

/** The single file in a `.gz`, `.xz`, `.bz2` or `.zst`, as an archive of one entry. */
async function* single(reader: ByteReader, name: string): AsyncGenerator<StreamedEntry> {
  yield {
    type: 'file',
    path: nameOfPackedFile(name),
    size: undefined,
    mode: 0o644,
    mtimeMs: Date.now(),
    all: () => Promise.reject(new Error('Its size is not known')),
    pieces: () => reader.rest(),
  };
}

async function* entriesOf(
  job: Pick<InspectJob, 'archive' | 'signal'>,
  shape: StreamedShape,
  onPosition: (bytes: number | undefined, path: Name) => void,
): AsyncGenerator<StreamedEntry> {
  const { fd, fileSize, name } = job.archive;
  const { packing } = shape;
  using source = new ByteSource({
    fd,
    fileSize,
    packing,
    signal: job.signal,
    most: unpackedBytesMax(fileSize),
  });
  const bytes = source.bytes();
  try {
    const reader = new ByteReader(bytes);
    const entries = shape.is === 'tar' ? new TarReader(reader).entries() : single(reader, name);
    for await (const entry of entries) {
      onPosition(source.position, entry.path);
      yield named(entry, job.archive);
      onPosition(source.position, entry.path);
    }
  } finally {
    await bytes.return(undefined);
  }
}

const factsOf = ({ format }: StreamedShape) => ({ format, names: null, encrypted: false });

/** Inspects a stream, to its end or until it has taken long enough. */
export async function inspectStream(job: InspectJob, shape: StreamedShape): Promise<Inspection> {
  try {
    for await (const entry of entriesOf(job, shape, () => undefined)) {
      job.gate.pass(entry);
      // The size of a single file is only known once it is unpacked completely.
      if (shape.is === 'file') return { ...factsOf(shape), complete: true };
      if (job.isLate()) return { ...factsOf(shape), complete: false };
      if (job.pace.due) await job.pace.rest();
    }
  } catch (error) {
    if (!isRefusal(error) || error.reason !== 'archive-encrypted') throw error;
    return { ...factsOf(shape), encrypted: true, complete: true };
  }
  return { ...factsOf(shape), complete: true };
}

class Untarrer {
  /** Created last, so that the tree has no link while files are written. */
  private readonly links = new Map<string, { parts: readonly Name[]; target: Name }>();
  /** Entries that were skipped; a later entry with the same path replaces them. */
  private readonly skipped = new Set<string>();

  constructor(private readonly job: UnpackJob) {}

  async take(entry: StreamedEntry): Promise<void> {
    const passed = this.job.gate.pass(entry);
    if (!passed) return;
    const key = keyOf(passed.parts);
    if (entry.type === 'folder') return this.job.stage.folderMode(passed.parts, entry.mode);
    if (passed.isDuplicate) this.forget(passed.parts, key);
    if (this.job.skips && passed.conflict === 'taken') {
      this.skipped.add(key);
      return;
    }
    await this.write(entry, passed, key);
  }

  finish(): void {
    for (const { parts, target } of this.links.values()) this.job.stage.link(parts, target);
  }

  private forget(parts: readonly Name[], key: string): void {
    if (this.links.delete(key) || this.skipped.delete(key)) return;
    this.job.stage.drop(parts);
  }

  private async write(entry: StreamedEntry, { parts, target }: AdmittedEntry, key: string): Promise<void> {
    if (entry.type === 'link') this.links.set(key, { parts, target: entry.target ?? '' });
    // The entry it names was skipped, so this one is skipped too.
    else if (entry.type === 'hardlink' && this.skipped.has(keyOf(target))) this.skipped.add(key);
    else if (entry.type === 'hardlink') this.job.stage.hardLink(parts, target);
    else if (entry.size !== undefined && entry.size <= SMALL_BYTES)
      await this.writeSmall(entry, parts, entry.size);
    else await this.writeLarge(entry, parts);
  }

  private async writeSmall(entry: StreamedEntry, parts: readonly Name[], size: number): Promise<void> {
    await this.job.disk.quota.ensureRoom(size);
    const bytes = await entry.all();
    this.job.stage.within(parts, (folder, name) => writeFresh(folder, name, { ...entry, bytes }));
    this.wrote(size);
  }

  private async writeLarge(entry: StreamedEntry, parts: readonly Name[]): Promise<void> {
    await this.job.disk.quota.ensureRoom(entry.size ?? 1);
    const fd = this.job.stage.within(parts, (folder, name) => openFresh(folder, name, entry));
    try {
      for await (const piece of entry.pieces()) {
        this.job.signal.throwIfAborted();
        this.job.disk.quota.check(piece.length);
        for (let at = 0; at < piece.length;)
          at += writeSync(fd, piece, at, Math.min(piece.length - at, WRITE_BYTES));
        this.wrote(piece.length);
      }
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    closeFinished(fd, entry);
  }

  private wrote(bytes: number): void {
    this.job.disk.quota.count(bytes);
    this.job.written.bytes += bytes;
  }
}

/** Unpacks a tar, or a single file, into the staged tree while reading it. */
export async function unpackStream(job: UnpackJob, shape: StreamedShape): Promise<Inspection> {
  const { progress, archive } = job;
  const untarrer = new Untarrer(job);
  if (shape.packing !== 'bsdtar') progress.expect({ bytesTotal: archive.fileSize });
  let current = shortenPath(archive.name);
  const onPosition = (bytes: number | undefined, path: Name) => {
    current = shortenPath(path);
    progress.reached(bytes ?? job.written.bytes, path);
  };
  try {
    for await (const entry of entriesOf(job, shape, onPosition)) {
      await untarrer.take(entry);
      if (entry.type === 'file') progress.add(1, 0, entry.path);
      if (job.pace.due) await job.pace.rest();
    }
  } catch (error) {
    if (isRefusal(error) && error.reason === 'archive-broken')
      throw new Refusal('archive-entry-broken', { values: { path: current } });
    throw error;
  }
  untarrer.finish();
  return { ...factsOf(shape), complete: true };
}

import { closeSync, writeSync } from 'node:fs';
import { Refusal, isRefusal } from '#faults/refusal';
import type { Name } from '../tree/walk';
import { shown } from './archive-entry';
import { nameInside, type Shape } from './archive-format';
import { ByteReader } from '../tar/byte-reader';
import { ByteSource } from '../tar/byte-source';
import type { Passed } from './entry-gate';
import { keyOf } from './entry-rules';
import { TarReader, type StreamedEntry } from '../tar/tar-reader';
import { mostBytes, type LookJob, type Looked, type UnpackJob } from './unpack-job';
import { closeFinished, openFresh, writeFresh } from './write-entry';
import { decodeName } from '../zip/zip-names';

/** Up to this size a file is held whole, bytes. */
const SMALL_BYTES = 1024 * 1024;
const WRITE_BYTES = 1024 * 1024;

type Streamed = Extract<Shape, { packing: unknown }>;

/** Names that are no UTF-8 stay the bytes they are, unless somebody says what they are. */
function named(entry: StreamedEntry, { names }: LookJob['archive']): StreamedEntry {
  const read = (name: Name): Name =>
    typeof name === 'string' || names === 'auto' ? name : (decodeName(name, names) ?? name);
  return {
    ...entry,
    path: read(entry.path),
    ...(entry.target !== undefined && { target: read(entry.target) }),
  };
}

/** The one file in a `.gz` and its like, as an archive of one entry. */
async function* single(reader: ByteReader, name: string): AsyncGenerator<StreamedEntry> {
  yield {
    kind: 'file',
    path: nameInside(name),
    size: undefined,
    mode: 0o644,
    mtimeMs: Date.now(),
    whole: () => Promise.reject(new Error('Its size is not known')),
    pieces: () => reader.rest(),
  };
}

async function* entriesOf(
  job: Pick<LookJob, 'archive' | 'signal'>,
  shape: Streamed,
  onPosition: (bytes: number | undefined, path: Name) => void,
): AsyncGenerator<StreamedEntry> {
  const { fd, fileSize, name } = job.archive;
  const { packing } = shape;
  using source = new ByteSource({ fd, fileSize, packing, signal: job.signal, most: mostBytes(fileSize) });
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

const factsOf = ({ format }: Streamed) => ({ format, names: null, encrypted: false });

/** Looks through a stream, to its end or until that is enough. */
export async function lookIntoStream(job: LookJob, shape: Streamed): Promise<Looked> {
  try {
    for await (const entry of entriesOf(job, shape, () => undefined)) {
      job.gate.pass(entry);
      // A single file's size is known only when all of it has passed: that is for the extraction.
      if (shape.is === 'file') return { ...factsOf(shape), complete: true };
      if (job.isEnough()) return { ...factsOf(shape), complete: false };
      if (job.pace.due) await job.pace.rest();
    }
  } catch (error) {
    if (!isRefusal(error) || error.reason !== 'archive-encrypted') throw error;
    return { ...factsOf(shape), encrypted: true, complete: true };
  }
  return { ...factsOf(shape), complete: true };
}

class Untarrer {
  /** Made last: while files are written there is no link in the tree. */
  private readonly links = new Map<string, { parts: readonly Name[]; target: Name }>();
  /** What was written: a path that comes again replaces it. */
  private readonly skipped = new Set<string>();

  constructor(private readonly job: UnpackJob) {}

  async take(entry: StreamedEntry): Promise<void> {
    const passed = this.job.gate.pass(entry);
    if (!passed) return;
    const key = keyOf(passed.parts);
    if (entry.kind === 'folder') return this.job.stage.folderMode(passed.parts, entry.mode);
    if (passed.again) this.forget(passed.parts, key);
    if (this.job.skips && passed.stands === 'taken') {
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

  private async write(entry: StreamedEntry, { parts, target }: Passed, key: string): Promise<void> {
    if (entry.kind === 'link') this.links.set(key, { parts, target: entry.target ?? '' });
    // What it names was left out because it exists already: so does this.
    else if (entry.kind === 'hardlink' && this.skipped.has(keyOf(target))) this.skipped.add(key);
    else if (entry.kind === 'hardlink') this.job.stage.hardLink(parts, target);
    else if (entry.size !== undefined && entry.size <= SMALL_BYTES)
      await this.writeSmall(entry, parts, entry.size);
    else await this.writeLarge(entry, parts);
  }

  private async writeSmall(entry: StreamedEntry, parts: readonly Name[], size: number): Promise<void> {
    await this.job.disk.quota.ensureRoom(size);
    const bytes = await entry.whole();
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

/** Unpacks a tar, or one file, into the stage as it comes. */
export async function unpackStream(job: UnpackJob, shape: Streamed): Promise<Looked> {
  const { progress, archive } = job;
  const untarrer = new Untarrer(job);
  if (shape.packing !== 'bsdtar') progress.expect({ bytesTotal: archive.fileSize });
  let current = shown(archive.name);
  const onPosition = (bytes: number | undefined, path: Name) => {
    current = shown(path);
    progress.reached(bytes ?? job.written.bytes, path);
  };
  try {
    for await (const entry of entriesOf(job, shape, onPosition)) {
      await untarrer.take(entry);
      if (entry.kind === 'file') progress.add(1, 0, entry.path);
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

import { closeSync, constants, ftruncateSync, openSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { refusalOf } from '#files/link/errno';
import { setFileMode } from '../tree/set-mode';
import { mayChangeEntry } from '../tree/write-rules';
import { partsOf } from '../tree/site-path';
import type { Folder } from '../tree/walk';
import {
  doneFile,
  keyOf,
  KnownFiles,
  otherPath,
  outcomeOf,
  type CompleteFile,
  type FileOutcome,
  type FileState,
  type KnownFile,
  type Slice,
  type UploadCounts,
} from './known-files';
import { dropFile, equalsBytes, FILE_MODE, writeAll, writeFile } from './part-bytes';
import { hasBytes, putInPlace, TargetFolder, targetExists, type Target } from './put-in-place';
import { coveredBytes, isComplete, overlaps, withRange, type Ranges } from './ranges';
import {
  journalOf,
  noteBegun,
  noteDone,
  noteReceived,
  readDone,
  readOpen,
  type DoneLine,
  type OpenLine,
} from './upload-journal';
import { hashOfBytes, RunningHash } from './running-hash';

const { O_CREAT, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;
/** Uploads without an id share one per session and folder: after this pause the same file counts as a new one, ms. */
const SAME_FILE_MS = 60_000;

/**
 * One upload: a folder of its own under `tmp` contains its unfinished files and a journal of acknowledged slices. Writing
 * a slice is synchronous, so that slices of one file can't overtake each other.
 */
export class Upload {
  private readonly known = new KnownFiles();
  private readonly hashes = new Map<string, RunningHash>();
  private stopped = false;
  private users = 0;
  private closing = false;

  private constructor(
    readonly id: string,
    private readonly disk: Disk,
    private readonly folder: Folder,
  ) {}

  /** @param folder the upload's own folder, which this object closes */
  static open(id: string, disk: Disk, folder: Folder): Upload {
    const upload = new Upload(id, disk, folder);
    const now = Date.now();
    for (const line of readDone(folder)) upload.remember(doneFile(line, 0));
    for (const line of readOpen(folder)) upload.resume(line, now);
    return upload;
  }

  /** The root of the host. */
  get root(): Folder {
    return this.disk.root;
  }

  files(): FileState[] {
    return this.known.states();
  }

  counts(): UploadCounts {
    return this.known.counts();
  }

  stop(): void {
    this.stopped = true;
  }

  /** Keeps its folder open until `release`, even after `close`. */
  hold(): void {
    this.users += 1;
  }

  release(): void {
    this.users -= 1;
    this.closeIfUnused();
  }

  close(): void {
    this.closing = true;
    this.closeIfUnused();
  }

  private closeIfUnused(): void {
    if (this.closing && this.users === 0) this.folder[Symbol.dispose]();
  }

  /** The host has removed the upload's folder. */
  get isGone(): boolean {
    return this.folder.lstat('.')?.nlink === 0;
  }

  /** Takes one slice. Refuses with `hash-mismatch` or `already-exists` where its sender requests that. */
  async take(target: Target, slice: Slice): Promise<FileOutcome> {
    this.refuseStopped();
    const key = keyOf(target.path, slice.total);
    const before = this.known.get(key);
    if (before?.done && this.isRepeat(before, target, slice)) return outcomeOf(before);
    if (!before || before.done) {
      if (slice.to - slice.from === slice.total) return this.takeAtOnce(target, slice);
      mayChangeEntry(target.parts);
      if (slice.ifExists === 'refuse' && targetExists(this.disk, target)) throw new Refusal('already-exists');
      await this.disk.quota.ensureRoom(slice.total);
    } else {
      await this.disk.quota.ensureRoom(slice.to - slice.from);
    }
    this.refuseStopped();
    return this.takeNow(target, slice, { key, before });
  }

  /** Call again after every `await`, since the upload may have been stopped meanwhile. */
  private refuseStopped(): void {
    if (this.stopped) throw new Refusal('upload-stopped');
  }

  private async takeAtOnce(target: Target, slice: Slice): Promise<FileOutcome> {
    using targetFolder = new TargetFolder(this.disk.root);
    const line = await this.takeFile(target, { ...slice, size: slice.total }, targetFolder);
    this.noteFiles([line]);
    return { done: true, ...otherPath(line) };
  }

  /** There is no `await` before the write: if two slices begin a file at once, the second finds it begun. */
  private async takeNow(
    target: Target,
    slice: Slice,
    { key, before }: { key: string; before: KnownFile | undefined },
  ): Promise<FileOutcome> {
    const now = this.known.get(key);
    if (now?.done && now !== before) return outcomeOf(now);
    if (!now || now.done) this.begin(target, slice, key);
    this.write(key, slice);
    const after = this.known.get(key);
    if (!after || !isComplete(after.received, after.total)) return { done: false };
    // The last choice counts: the sender may have asked the user about a name conflict meanwhile.
    const file = slice.ifExists ? { ...after, ifExists: slice.ifExists } : after;
    if (slice.hash?.is === 'given') return this.finishChecked(target, file, slice.hash.hex);
    // The slice with the hash completes the file, whatever slice came last.
    return after.hashed ? { done: false } : this.finish(target, file);
  }

  /** Takes a file that arrived in one request; `noteFiles` adds it to the journal. */
  async takeFile(
    target: Target,
    { bytes, size, hash, ifExists }: CompleteFile,
    targetFolder: TargetFolder,
  ): Promise<DoneLine> {
    mayChangeEntry(target.parts);
    await this.disk.quota.ensureRoom(size);
    this.refuseStopped();
    if (hash?.is === 'given' && hashOfBytes(bytes) !== hash.hex) throw new Refusal('hash-mismatch');
    const line = { path: target.path, total: size };
    const name = `w${this.disk.work.freshName()}`;
    try {
      writeFile(this.folder, name, bytes);
      const finished = { folder: this.folder, name, ifExists };
      const { to } = putInPlace(this.disk, finished, { target, targetFolder });
      this.disk.quota.count(size);
      return to === undefined ? line : { ...line, to };
    } catch (error) {
      dropFile(this.folder, name);
      // An earlier process placed it just before it was killed; now it is sent again.
      if (ifExists === 'refuse' && hasBytes(this.disk, target.parts, { bytes, from: 0, size })) return line;
      throw refusalOf(error);
    }
  }

  /** Adds files from `takeFile` to the journal. */
  noteFiles(lines: readonly DoneLine[]): void {
    if (lines.length === 0) return;
    noteDone(this.folder, lines);
    for (const line of lines) this.remember(doneFile(line, Date.now()));
  }

  private remember(file: KnownFile): void {
    const replaced = this.known.remember(file);
    if (replaced) this.dropPart(replaced.key, replaced);
  }

  private begin({ path }: Target, { total, hash, ifExists }: Slice, key: string): void {
    this.dropPart(key, this.known.get(key));
    const line = { path, total, key, ...(hash && { hashed: true }), ...(ifExists && { ifExists }) };
    noteBegun(this.folder, line);
    this.remember({ ...line, done: false, received: [], touchedAt: Date.now() });
    if (hash) this.hashes.set(key, new RunningHash());
  }

  private write(key: string, slice: Slice): void {
    const file = this.known.get(key);
    if (!file) throw new Refusal('upload-stopped');
    const fresh = slice.to - slice.from;
    this.disk.quota.check(fresh);
    const fd = openSync(this.folder.at(key), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    try {
      const received = this.startsOver(file, slice, fd) ? this.forget(file, fd) : file.received;
      this.rehash(file, slice, fd);
      writeAll(fd, slice.bytes, slice.from);
      this.hashes.get(key)?.add(slice.bytes, slice.from);
      noteReceived(this.folder, key, [slice.from, slice.to]);
      const now = withRange(received, slice.from, slice.to);
      this.disk.quota.count(coveredBytes(now) - coveredBytes(received));
      this.known.put({ ...file, received: now, touchedAt: Date.now() });
    } catch (error) {
      throw refusalOf(error);
    } finally {
      closeSync(fd);
    }
  }

  /** Starts a new hash if a slice changes bytes that are hashed already. */
  private rehash({ key, hashed }: KnownFile, { bytes, from }: Slice, fd: number): void {
    const hash = this.hashes.get(key);
    if (hash?.covers(from) && !equalsBytes(fd, bytes, from)) this.hashes.set(key, new RunningHash());
    else if (hashed && !hash) this.hashes.set(key, new RunningHash());
  }

  /** Whether a repeated first slice starts the upload from the beginning: its bytes differ because the file has changed, or the earlier upload is too old. */
  private startsOver(file: KnownFile, slice: Slice, fd: number): boolean {
    if (!slice.first || !overlaps(file.received, slice.from, slice.to)) return false;
    return !equalsBytes(fd, slice.bytes, slice.from) || this.isStale(file);
  }

  private isStale(file: KnownFile): boolean {
    return this.id.startsWith('auto-') && Date.now() - file.touchedAt > SAME_FILE_MS;
  }

  private forget(file: KnownFile, fd: number): Ranges {
    this.disk.quota.count(-coveredBytes(file.received));
    ftruncateSync(fd, 0);
    this.hashes.delete(file.key);
    dropFile(this.folder, journalOf(file.key));
    const { path, total, key, hashed, ifExists } = file;
    noteBegun(this.folder, { path, total, key, ...(hashed && { hashed }), ...(ifExists && { ifExists }) });
    return [];
  }

  /** Whether a slice of a complete file was only sent twice, and does not begin a changed file. */
  private isRepeat(file: KnownFile, target: Target, slice: Slice): boolean {
    if (!slice.first) return true;
    if (this.isStale(file)) return false;
    const { bytes, from, total: size } = slice;
    return hasBytes(this.disk, file.to === undefined ? target.parts : partsOf(file.to), {
      bytes,
      from,
      size,
    });
  }

  /** Compares the hash of the bytes on disk with the sender's before the file gets its name. */
  private async finishChecked(target: Target, file: KnownFile, hex: string): Promise<FileOutcome> {
    const hash = this.hashes.get(file.key) ?? new RunningHash();
    this.hashes.set(file.key, hash);
    const found = hash.ready(file.total) ?? (await hash.complete(file.total, this.openPart(file.key)));
    this.refuseStopped();
    const now = this.known.get(file.key);
    // Completed, restarted or overwritten while it was read: another request handles that.
    if (!now || now.done || this.hashes.get(file.key) !== hash) return outcomeOf(now);
    if (found === hex) return this.finish(target, file);
    this.begin(target, { ...file, from: 0, to: 0, first: true, bytes: [], hash: { is: 'later' } }, file.key);
    throw new Refusal('hash-mismatch');
  }

  private openPart(key: string) {
    const fd = openSync(this.folder.at(key), O_RDONLY | O_NOFOLLOW);
    return { fd, close: () => closeSync(fd) };
  }

  private finish(target: Target, file: KnownFile): FileOutcome {
    mayChangeEntry(target.parts);
    setFileMode(this.folder, file.key, FILE_MODE);
    const { key: name, path, total, ifExists } = file;
    // The note comes before the move: after a kill in between, the next process finds the part and moves it.
    noteDone(this.folder, [{ path, total }]);
    using targetFolder = new TargetFolder(this.disk.root);
    const { to } = putInPlace(this.disk, { folder: this.folder, name, ifExists }, { target, targetFolder });
    if (to !== undefined) noteDone(this.folder, [{ path, total, to }]);
    dropFile(this.folder, journalOf(name));
    this.hashes.delete(name);
    const done: KnownFile = { ...file, done: true, touchedAt: Date.now(), ...(to !== undefined && { to }) };
    this.known.put(done);
    return outcomeOf(done);
  }

  /** Continues a file that an earlier process began. */
  private resume(line: OpenLine, now: number): void {
    // Its part is gone: moved just before the process ended, or removed by the host.
    if (!this.folder.lstat(line.key)) return dropFile(this.folder, journalOf(line.key));
    const file: KnownFile = { ...line, done: false, touchedAt: now };
    this.remember(file);
    // A file with a hash waits for its last slice, which has the hash.
    if (file.hashed || !isComplete(file.received, file.total)) return;
    try {
      this.finish({ path: line.path, parts: partsOf(line.path) }, file);
    } catch {
      // It stays unfinished; its last slice, sent again, is refused with the reason.
    }
  }

  private dropPart(key: string, file: KnownFile | undefined): void {
    this.hashes.delete(key);
    if (file && !file.done) this.disk.quota.count(-coveredBytes(file.received));
    dropFile(this.folder, key);
    dropFile(this.folder, journalOf(key));
  }
}

import { closeSync, constants, ftruncateSync, openSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { refusalOf } from '#files/link/errno';
import { setFileMode } from '../tree/mode';
import { mayChangeEntry } from '../tree/place-rules';
import { partsOf } from '../tree/site-path';
import type { Folder } from '../tree/walk';
import {
  doneFile,
  keyOf,
  KnownFiles,
  type FileState,
  type KnownFile,
  type UploadCounts,
} from './known-files';
import { LandingFolder } from './landing-folder';
import { dropFile, FILE_MODE, holds, writeAll, writeWhole } from './part-bytes';
import { isTaken, putInPlace, standsWith, type Target } from './put-in-place';
import { coveredBytes, isWhole, touches, withRange, type Ranges } from './ranges';
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
import { landed, stands, type Slice, type Taken, type WholeFile } from './taken';

const { O_CREAT, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;
/** Uploads that nobody named share one key per session and folder: after this silence the same file is a new one, ms. */
const SAME_FILE_MS = 60_000;

/**
 * One upload: its unfinished files lie in a folder of their own under `tmp`, with a journal of what was acknowledged.
 * Everything it does between two requests' turns is synchronous: slices of one file can't overtake each other here.
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

  /** @param folder the upload's own; taken over */
  static open(id: string, disk: Disk, folder: Folder): Upload {
    const upload = new Upload(id, disk, folder);
    const now = Date.now();
    for (const line of readDone(folder)) upload.remember(doneFile(line, 0));
    for (const line of readOpen(folder)) upload.takeUp(line, now);
    return upload;
  }

  /** Of the host whose files these are. */
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

  /** Keeps its folder open until `release`, whatever `close` says meanwhile. */
  hold(): void {
    this.users += 1;
  }

  release(): void {
    this.users -= 1;
    this.letGo();
  }

  close(): void {
    this.closing = true;
    this.letGo();
  }

  private letGo(): void {
    if (this.closing && this.users === 0) this.folder[Symbol.dispose]();
  }

  /** The folder it works in was removed: by the host, whose it is. */
  get isGone(): boolean {
    return this.folder.look('.')?.nlink === 0;
  }

  /** Takes one slice. Refuses `hash-mismatch` and `already-exists` as its sender wishes. */
  async take(target: Target, slice: Slice): Promise<Taken> {
    this.refuseStopped();
    const key = keyOf(target.path, slice.total);
    const before = this.known.get(key);
    if (before?.done && this.isRepeat(before, target, slice)) return stands(before);
    if (!before || before.done) {
      if (slice.to - slice.from === slice.total) return this.takeAtOnce(target, slice);
      mayChangeEntry(target.parts);
      if (slice.ifExists === 'refuse' && isTaken(this.disk, target)) throw new Refusal('already-exists');
      await this.disk.quota.ensureRoom(slice.total);
    } else {
      await this.disk.quota.ensureRoom(slice.to - slice.from);
    }
    this.refuseStopped();
    return this.takeNow(target, slice, { key, before });
  }

  /** Asked again after every pause. */
  private refuseStopped(): void {
    if (this.stopped) throw new Refusal('upload-stopped');
  }

  private async takeAtOnce(target: Target, slice: Slice): Promise<Taken> {
    using landing = new LandingFolder(this.disk.root);
    const line = await this.takeWhole(target, { ...slice, size: slice.total }, landing);
    this.noteWhole([line]);
    return { done: true, ...landed(line) };
  }

  /** Without a pause but for a check: of two slices that begin a file at once, the second finds it begun. */
  private async takeNow(
    target: Target,
    slice: Slice,
    { key, before }: { key: string; before: KnownFile | undefined },
  ): Promise<Taken> {
    const now = this.known.get(key);
    if (now?.done && now !== before) return stands(now);
    if (!now || now.done) this.begin(target, slice, key);
    this.write(key, slice);
    const after = this.known.get(key);
    if (!after || !isWhole(after.received, after.total)) return { done: false };
    // The choice made last counts: a name may have been taken meanwhile, and its owner asked.
    const file = slice.ifExists ? { ...after, ifExists: slice.ifExists } : after;
    if (slice.hash?.is === 'told') return this.finishChecked(target, file, slice.hash.hex);
    // The slice that tells the hash finishes the file, whichever came last.
    return after.hashed ? { done: false } : this.finish(target, file);
  }

  /** Takes a file that came in one piece; `noteWhole` writes it down. */
  async takeWhole(
    target: Target,
    { bytes, size, hash, ifExists }: WholeFile,
    landing: LandingFolder,
  ): Promise<DoneLine> {
    mayChangeEntry(target.parts);
    await this.disk.quota.ensureRoom(size);
    this.refuseStopped();
    if (hash?.is === 'told' && hashOfBytes(bytes) !== hash.hex) throw new Refusal('hash-mismatch');
    const line = { path: target.path, total: size };
    const name = `w${this.disk.work.freshName()}`;
    try {
      writeWhole(this.folder, name, bytes);
      const finished = { folder: this.folder, name, ifExists };
      const { to } = putInPlace(this.disk, finished, { target, landing });
      this.disk.quota.count(size);
      return to === undefined ? line : { ...line, to };
    } catch (error) {
      dropFile(this.folder, name);
      // Put there by us just before a kill, then sent again.
      if (ifExists === 'refuse' && standsWith(this.disk, target.parts, { bytes, from: 0, size })) return line;
      throw refusalOf(error);
    }
  }

  /** Writes down files that `takeWhole` has put in their places. */
  noteWhole(lines: readonly DoneLine[]): void {
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
      const received = this.startsAnew(file, slice, fd) ? this.forget(file, fd) : file.received;
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

  /** What was hashed and is now written over with something else must be read again. */
  private rehash({ key, hashed }: KnownFile, { bytes, from }: Slice, fd: number): void {
    const hash = this.hashes.get(key);
    if (hash?.covers(from) && !holds(fd, bytes, from)) this.hashes.set(key, new RunningHash());
    else if (hashed && !hash) this.hashes.set(key, new RunningHash());
  }

  /** The first slice came before: harmless when it holds the same, a changed file when it does not. */
  private startsAnew(file: KnownFile, slice: Slice, fd: number): boolean {
    if (!slice.first || !touches(file.received, slice.from, slice.to)) return false;
    return !holds(fd, slice.bytes, slice.from) || this.isStale(file);
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

  /** A slice of a file that is complete: sent twice, unless the sender begins a changed file. */
  private isRepeat(file: KnownFile, target: Target, slice: Slice): boolean {
    if (!slice.first) return true;
    if (this.isStale(file)) return false;
    const { bytes, from, total: size } = slice;
    return standsWith(this.disk, file.to === undefined ? target.parts : partsOf(file.to), {
      bytes,
      from,
      size,
    });
  }

  /** Compares what lies on the disk with what was sent, before the file takes its name. */
  private async finishChecked(target: Target, file: KnownFile, hex: string): Promise<Taken> {
    const hash = this.hashes.get(file.key) ?? new RunningHash();
    this.hashes.set(file.key, hash);
    const found = hash.ready(file.total) ?? (await hash.whole(file.total, this.openPart(file.key)));
    this.refuseStopped();
    const now = this.known.get(file.key);
    // Finished, begun anew or written over while it was read: another request knows how that ends.
    if (!now || now.done || this.hashes.get(file.key) !== hash) return stands(now);
    if (found === hex) return this.finish(target, file);
    this.begin(target, { ...file, from: 0, to: 0, first: true, bytes: [], hash: { is: 'later' } }, file.key);
    throw new Refusal('hash-mismatch');
  }

  private openPart(key: string) {
    const fd = openSync(this.folder.at(key), O_RDONLY | O_NOFOLLOW);
    return { fd, close: () => closeSync(fd) };
  }

  private finish(target: Target, file: KnownFile): Taken {
    mayChangeEntry(target.parts);
    setFileMode(this.folder, file.key, FILE_MODE);
    const { key: name, path, total, ifExists } = file;
    // First the note, then the move: a process killed in between finds the part and moves it again.
    noteDone(this.folder, [{ path, total }]);
    using landing = new LandingFolder(this.disk.root);
    const { to } = putInPlace(this.disk, { folder: this.folder, name, ifExists }, { target, landing });
    if (to !== undefined) noteDone(this.folder, [{ path, total, to }]);
    dropFile(this.folder, journalOf(name));
    this.hashes.delete(name);
    const done: KnownFile = { ...file, done: true, touchedAt: Date.now(), ...(to !== undefined && { to }) };
    this.known.put(done);
    return stands(done);
  }

  /** Goes on with what an earlier life of the process began. */
  private takeUp(line: OpenLine, now: number): void {
    // Its part is gone: moved into place just before the end, or taken away by the host.
    if (!this.folder.look(line.key)) return dropFile(this.folder, journalOf(line.key));
    const file: KnownFile = { ...line, done: false, touchedAt: now };
    this.remember(file);
    // One that is to be checked waits for its last slice, which tells the hash.
    if (file.hashed || !isWhole(file.received, file.total)) return;
    try {
      this.finish({ path: line.path, parts: partsOf(line.path) }, file);
    } catch {
      // It stays unfinished; its last slice, sent again, tells why.
    }
  }

  private dropPart(key: string, file: KnownFile | undefined): void {
    this.hashes.delete(key);
    if (file && !file.done) this.disk.quota.count(-coveredBytes(file.received));
    dropFile(this.folder, key);
    dropFile(this.folder, journalOf(key));
  }
}

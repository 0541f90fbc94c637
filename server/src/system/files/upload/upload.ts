import { closeSync, constants, ftruncateSync, openSync } from 'node:fs';
import { Refusal } from '../../refusal';
import type { Disk } from '../disk';
import { refusalOf } from '../errno';
import { setFileMode } from '../mode';
import { makeFolders, replaceFile } from '../place-file';
import { mayChangeEntry } from '../place-rules';
import { partsOf } from '../site-path';
import { walk, type Folder } from '../walk';
import {
  doneFile,
  keyOf,
  KnownFiles,
  type FileState,
  type KnownFile,
  type UploadCounts,
} from './known-files';
import { dropFile, FILE_MODE, holds, writeAll, writeWhole } from './part-bytes';
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

const { O_CREAT, O_NOFOLLOW, O_RDONLY, O_RDWR } = constants;
/** Uploads that nobody named share one key per session and folder: after this silence the same file is a new one, ms. */
const SAME_FILE_MS = 60_000;

export interface Target {
  /** Absolute inside the host. */
  readonly path: string;
  readonly parts: readonly string[];
}

export interface Slice {
  readonly from: number;
  readonly to: number;
  readonly total: number;
  /** The sender begins the file here. */
  readonly first: boolean;
  readonly bytes: readonly Buffer[];
}

/**
 * One upload: its unfinished files lie in a folder of their own under `tmp`, with a journal of what was acknowledged.
 * Everything it does between two requests' turns is synchronous: slices of one file can't overtake each other here.
 */
export class Upload {
  private readonly known = new KnownFiles();
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

  /** Takes one slice; true when the file stands complete under its name. */
  async take(target: Target, slice: Slice): Promise<boolean> {
    this.refuseStopped();
    const key = keyOf(target.path, slice.total);
    const before = this.known.get(key);
    if (before?.done && this.isRepeat(before, target, slice)) return true;
    if (!before || before.done) {
      if (slice.to - slice.from === slice.total) return this.takeAtOnce(target, slice);
      mayChangeEntry(target.parts);
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

  private async takeAtOnce(target: Target, slice: Slice): Promise<true> {
    this.noteWhole([await this.takeWhole(target, slice.bytes, slice.total)]);
    return true;
  }

  /** Without a pause: of two slices that begin a file at once, the second finds it begun. */
  private takeNow(
    target: Target,
    slice: Slice,
    { key, before }: { key: string; before: KnownFile | undefined },
  ): boolean {
    const now = this.known.get(key);
    if (now?.done && now !== before) return true;
    if (!now || now.done) this.begin(target, slice.total, key);
    this.write(key, slice);
    const after = this.known.get(key);
    if (!after || !isWhole(after.received, after.total)) return false;
    this.finish(target, after);
    return true;
  }

  /** Takes a file that came in one piece; `noteWhole` writes it down. */
  async takeWhole(target: Target, bytes: readonly Buffer[], size: number): Promise<DoneLine> {
    await this.disk.quota.ensureRoom(size);
    this.refuseStopped();
    using parent = this.parentOf(target);
    const name = `w${this.disk.work.freshName()}`;
    try {
      writeWhole(this.folder, name, bytes);
      this.place(name, parent, target);
    } catch (error) {
      dropFile(this.folder, name);
      throw refusalOf(error);
    }
    this.disk.quota.count(size);
    return { path: target.path, total: size };
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

  private begin(target: Target, total: number, key: string): void {
    this.dropPart(key, this.known.get(key));
    noteBegun(this.folder, { path: target.path, total, key });
    this.remember({ path: target.path, total, key, done: false, received: [], touchedAt: Date.now() });
  }

  private write(key: string, slice: Slice): void {
    const file = this.known.get(key);
    if (!file) throw new Refusal('upload-stopped');
    const fresh = slice.to - slice.from;
    this.disk.quota.check(fresh);
    const fd = openSync(this.folder.at(key), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    try {
      const received = this.startsAnew(file, slice, fd) ? this.forget(file, fd) : file.received;
      writeAll(fd, slice.bytes, slice.from);
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
    dropFile(this.folder, journalOf(file.key));
    noteBegun(this.folder, { path: file.path, total: file.total, key: file.key });
    return [];
  }

  /** A slice of a file that is complete: sent twice, unless the sender begins a changed file. */
  private isRepeat(file: KnownFile, target: Target, slice: Slice): boolean {
    if (!slice.first) return true;
    if (this.isStale(file)) return false;
    try {
      using parent = walk(this.disk.root, target.parts.slice(0, -1));
      const fd = openSync(parent.at(target.parts.at(-1) ?? ''), O_RDONLY | O_NOFOLLOW);
      try {
        return holds(fd, slice.bytes, slice.from);
      } finally {
        closeSync(fd);
      }
    } catch {
      // Removed meanwhile: sent again, it comes again.
      return false;
    }
  }

  private parentOf(target: Target): Folder {
    mayChangeEntry(target.parts);
    return makeFolders(this.disk.root, target.parts.slice(0, -1));
  }

  private place(name: string, parent: Folder, { parts }: Target): void {
    const to = { folder: parent, name: parts.at(-1) ?? '', parts, cause: 'upload' } as const;
    replaceFile(this.disk, { folder: this.folder, name }, to);
  }

  private finish(target: Target, file: KnownFile): void {
    using parent = this.parentOf(target);
    setFileMode(this.folder, file.key, FILE_MODE);
    // First the note, then the move: a process killed in between finds the part and moves it again.
    noteDone(this.folder, [{ path: file.path, total: file.total }]);
    this.place(file.key, parent, target);
    dropFile(this.folder, journalOf(file.key));
    this.known.put({ ...file, done: true, touchedAt: Date.now() });
  }

  /** Goes on with what an earlier life of the process began. */
  private takeUp(line: OpenLine, now: number): void {
    // Its part is gone: moved into place just before the end, or taken away by the host.
    if (!this.folder.look(line.key)) return dropFile(this.folder, journalOf(line.key));
    const file: KnownFile = { ...line, done: false, touchedAt: now };
    this.remember(file);
    if (!isWhole(file.received, file.total)) return;
    try {
      this.finish({ path: line.path, parts: partsOf(line.path) }, file);
    } catch {
      // It stays unfinished; its last slice, sent again, tells why.
    }
  }

  private dropPart(key: string, file: KnownFile | undefined): void {
    if (file && !file.done) this.disk.quota.count(-coveredBytes(file.received));
    dropFile(this.folder, key);
    dropFile(this.folder, journalOf(key));
  }
}

import {
  closeSync,
  constants,
  copyFileSync,
  mkdirSync,
  openSync,
  read,
  readlinkSync,
  symlinkSync,
  write,
  type Stats,
} from 'node:fs';
import { promisify } from 'node:util';
import { Refusal } from '#faults/refusal';
import { openRegularFile, type OpenFile } from './open-file';
import { setFileMode, setFolderMode } from './set-mode';
import { LoopYield } from '../loop-yield';
import type { Quota } from './quota';
import { DEPTH_MAX } from './site-path';
import type { Entry } from './walk';

export interface CopyRequest {
  readonly from: Entry;
  readonly to: Entry;
  readonly quota: Quota;
  readonly signal: AbortSignal;
}

export interface CopyCount {
  readonly files: number;
  readonly bytes: number;
}

/** A file up to this size is copied in one call, which can't be interrupted, bytes. */
const AT_ONCE_BYTES = 1024 * 1024;
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Never copied: set-uid, set-gid and sticky bits. */
const PERMISSIONS = 0o777;

const { COPYFILE_EXCL, COPYFILE_FICLONE, O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
const readInto = promisify(read);
const writeFrom = promisify(write);

class Copier {
  private readonly pace: LoopYield;
  private files = 0;
  private bytes = 0;
  constructor(private readonly copying: CopyRequest) {
    this.pace = new LoopYield(copying.signal);
  }

  async run(): Promise<CopyCount> {
    const { from, to } = this.copying;
    await this.copy(from, to, 0);
    return { files: this.files, bytes: this.bytes };
  }

  private async copy(from: Entry, to: Entry, depth: number): Promise<void> {
    if (this.pace.due) await this.pace.rest();
    const stats = from.folder.lstat(from.name);
    if (!stats) return;
    if (stats.isSymbolicLink())
      symlinkSync(readlinkSync(from.folder.at(from.name), 'buffer'), to.folder.at(to.name));
    else if (stats.isDirectory()) await this.copyFolder(from, to, { stats, depth });
    else if (stats.isFile()) await this.copyFile(from, to);
    // A device, fifo or socket has no content to copy; inside a folder it is skipped.
    else if (depth === 0) throw new Refusal('not-a-file');
  }

  private async copyFolder(from: Entry, to: Entry, at: { stats: Stats; depth: number }): Promise<void> {
    if (at.depth >= DEPTH_MAX) throw new Refusal('bad-path');
    mkdirSync(to.folder.at(to.name), { mode: 0o700 });
    using source = from.folder.enter(from.name);
    using target = to.folder.enter(to.name);
    for (const name of source.names()) {
      await this.copy({ folder: source, name }, { folder: target, name }, at.depth + 1);
    }
    setFolderMode(target, at.stats.mode & PERMISSIONS);
  }

  private async copyFile(from: Entry, to: Entry): Promise<void> {
    using content = openRegularFile(from.folder, from.name);
    const { size, mode } = content.stats;
    await this.copying.quota.ensureRoom(size);
    if (size <= AT_ONCE_BYTES) {
      copyFileSync(`/proc/self/fd/${content.fd}`, to.folder.at(to.name), COPYFILE_EXCL | COPYFILE_FICLONE);
      this.copying.quota.count(size);
      this.bytes += size;
    } else {
      await this.copyLarge(content, to);
    }
    this.files += 1;
    setFileMode(to.folder, to.name, mode & PERMISSIONS);
  }

  private async copyLarge(content: OpenFile, to: Entry): Promise<void> {
    const fd = openSync(to.folder.at(to.name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let at = 0; ;) {
        this.copying.signal.throwIfAborted();
        const { bytesRead } = await readInto(content.fd, buffer, 0, CHUNK_BYTES, at);
        if (bytesRead === 0) return;
        await this.copying.quota.ensureRoom(bytesRead);
        await writeAll(fd, buffer.subarray(0, bytesRead), at);
        this.copying.quota.count(bytesRead);
        this.bytes += bytesRead;
        at += bytesRead;
      }
    } finally {
      closeSync(fd);
    }
  }
}

async function writeAll(fd: number, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await writeFrom(fd, bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Copies an entry of any type to a free name. Links are copied as links. */
export const copyTree = (copying: CopyRequest): Promise<CopyCount> => new Copier(copying).run();

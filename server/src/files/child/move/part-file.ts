import { createHash, type Hash } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, futimesSync, openSync, readSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import type { LoopYield } from '../loop-yield';
import { FILE_MODE, writeAll } from '../upload/part-bytes';
import type { Folder } from '../tree/walk';
import type { PlannedFile } from './compare-target';
import type { FileHash } from './source';

const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
const READ_BYTES = 1024 * 1024;

/** More has arrived than the file has. */
export class TooManyBytes extends Error {}

/** What the bytes of parts may take. */
export interface PartRoom {
  readonly disk: Disk;
  /** Bytes that the replacement of files will free. */
  readonly spared: number;
}

/**
 * The name says which content the part belongs to: another size or time makes it another part, so that a later process
 * continues the right one.
 */
export function partName({ raw, folder, file }: PlannedFile): string {
  const path = createHash('sha1').update(folder.raw).update('\0').update(raw).digest('hex');
  return `${path}-${file.size}-${file.time?.ms ?? ''}`;
}

/** A file on its way: what has arrived of it, in order. */
export class PartFile implements Disposable {
  bytes: number;
  private readonly fd: number;

  constructor(
    parts: Folder,
    readonly name: string,
    private readonly room: PartRoom,
  ) {
    this.fd = openSync(parts.at(name), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, FILE_MODE);
    const stats = fstatSync(this.fd);
    if (!stats.isFile() || stats.nlink !== 1) {
      closeSync(this.fd);
      throw new Refusal('not-a-file');
    }
    this.bytes = stats.size;
  }

  /** @param size of the complete file */
  take(chunk: Buffer, size: number): void {
    if (this.bytes + chunk.length > size) throw new TooManyBytes();
    const { disk, spared } = this.room;
    disk.quota.check(chunk.length - spared);
    writeAll(this.fd, [chunk], this.bytes);
    this.bytes += chunk.length;
    disk.quota.count(chunk.length);
  }

  restart(): void {
    ftruncateSync(this.fd, 0);
    this.room.disk.quota.count(-this.bytes);
    this.bytes = 0;
  }

  async hash(algorithm: FileHash['algorithm'], pace: LoopYield): Promise<string> {
    const hash: Hash = createHash(algorithm);
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, Math.max(this.bytes, 1)));
    for (let at = 0; at < this.bytes;) {
      const count = readSync(this.fd, buffer, 0, buffer.length, at);
      if (count === 0) break;
      hash.update(buffer.subarray(0, count));
      at += count;
      if (pace.due) await pace.rest();
    }
    return hash.digest('hex');
  }

  /** @param mtimeMs undefined: now */
  stamp(mtimeMs: number | undefined): void {
    if (mtimeMs === undefined) return;
    const seconds = Math.max(mtimeMs, 0) / 1000;
    futimesSync(this.fd, seconds, seconds);
  }

  [Symbol.dispose](): void {
    closeSync(this.fd);
  }
}

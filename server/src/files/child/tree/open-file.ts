import { closeSync, fstatSync, type Stats } from 'node:fs';
import { Refusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import type { Folder, Name } from './walk';

/** An open regular file, with its state when it was opened. */
export class OpenFile implements Disposable {
  constructor(
    readonly fd: number,
    readonly stats: Stats,
  ) {}
  [Symbol.dispose](): void {
    closeSync(this.fd);
  }
}

/**
 * Whether a file may be read: a regular file of the host, or of another owner if it has one name. A hard link to another
 * owner's file is refused.
 */
export function isReadableContent(stats: Stats, ownUid: number): boolean {
  return stats.isFile() && (stats.uid === ownUid || stats.nlink === 1);
}

/** Opens a file for reading; refuses a link, folder, device, fifo or socket without opening it. */
export function openRegularFile(folder: Folder, name: Name): OpenFile {
  const ownUid = process.getuid?.() ?? 0;
  const before = folder.lstat(name);
  if (!before) throw new Refusal('no-such-file');
  if (!isReadableContent(before, ownUid)) throw new Refusal('not-a-file');
  try {
    const fd = folder.openForReading(name);
    const stats = fstatSync(fd);
    if (isReadableContent(stats, ownUid)) return new OpenFile(fd, stats);
    closeSync(fd);
  } catch (error) {
    throw refusalOf(error);
  }
  throw new Refusal('not-a-file');
}

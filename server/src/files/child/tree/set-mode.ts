import { chmodSync, closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Folder, Name } from './walk';

/** Flag of Linux that Node.js lacks: opens the entry itself, whatever its permissions. */
const O_PATH = 0o10000000;
const BITS = 0o7777;

/**
 * Sets the mode of one file without following a symlink, even if its mode forbids opening it.
 * @returns false if nothing changed: not a regular file of the host, or the mode was right
 */
export function setFileMode(folder: Folder, name: Name, mode: number): boolean {
  const fd = openSync(folder.at(name), O_PATH | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.uid !== process.getuid?.() || (stats.mode & BITS) === mode) return false;
    chmodSync(`/proc/self/fd/${fd}`, mode);
    return true;
  } finally {
    closeSync(fd);
  }
}

export function setFolderMode(folder: Folder, mode: number): boolean {
  const stats = fstatSync(folder.fd);
  if (stats.uid !== process.getuid?.() || (stats.mode & BITS) === mode) return false;
  chmodSync(folder.self, mode);
  return true;
}

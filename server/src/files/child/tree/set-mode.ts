import { chmodSync, closeSync, constants, fstatSync, openSync } from 'node:fs';
import type { Folder, Name } from './walk';

/** Linux: a descriptor of the entry itself, whatever its permissions. */
const O_PATH = 0o10000000;
const BITS = 0o7777;

/**
 * Sets the mode of exactly the file that was looked at, even where its own bits forbid opening it.
 * False where nothing changed: not a regular file of ours, or the mode was right.
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

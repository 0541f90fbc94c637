import { chmodSync, fstatSync, renameSync } from 'node:fs';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import type { Entry, Folder } from '../tree/walk';

/** Gives the owner access to a folder while `act` runs: its mode may deny that. */
function opened(folder: Folder, act: () => void): void {
  const { mode, uid } = fstatSync(folder.fd);
  if (uid !== process.getuid?.()) return act();
  chmodSync(folder.self, (mode & 0o7777) | 0o700);
  try {
    act();
  } finally {
    chmodSync(folder.self, mode & 0o7777);
  }
}

/** Moves an entry of any type to a free name, even where the mode of a folder denies it. */
export function moveAnyway(from: Entry, to: Entry): void {
  const move = () => renameSync(from.folder.at(from.name), to.folder.at(to.name));
  try {
    return move();
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw refusalOf(error);
  }
  try {
    if (!from.folder.lstat(from.name)?.isDirectory()) return opened(from.folder, move);
    using moved = from.folder.enter(from.name);
    opened(from.folder, () => opened(moved, move));
  } catch (error) {
    throw refusalOf(error);
  }
}

import { chmodSync, fstatSync, renameSync } from 'node:fs';
import { errnoOf, refusalOf } from '#files/link/errno';
import type { Entry, Folder } from '../tree/walk';

/** Opens a folder to its owner, who may have closed it to itself, while `act` runs. */
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

/** Takes an entry of any type to a free name, also out of a folder, or as a folder, that its owner has closed. */
export function moveAnyway(from: Entry, to: Entry): void {
  const move = () => renameSync(from.folder.at(from.name), to.folder.at(to.name));
  try {
    return move();
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') throw refusalOf(error);
  }
  try {
    if (!from.folder.look(from.name)?.isDirectory()) return opened(from.folder, move);
    using moved = from.folder.enter(from.name);
    opened(from.folder, () => opened(moved, move));
  } catch (error) {
    throw refusalOf(error);
  }
}

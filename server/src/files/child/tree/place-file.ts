import { linkSync, mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import { freeName } from './free-name';
import { enterFolder, type Entry, type Folder, type Name } from './walk';

/**
 * Opens the folder `parts`, and creates its missing levels with mode 0755; never through a link. The caller
 * disposes of it.
 */
export function makeFolders(root: Folder, parts: readonly Name[]): Folder {
  let folder = root.reopen();
  parts.forEach((part, index) => {
    using parent = folder;
    if (index > 0 && !parent.lstat(part)) makeFolder(parent, part);
    folder = enterFolder(parent, part);
  });
  return folder;
}

function makeFolder(parent: Folder, name: Name): void {
  try {
    mkdirSync(parent.at(name), { mode: 0o755 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw refusalOf(error);
  }
}

/** Renames a finished file to its name; never replaces a folder. */
export function placeFile(from: Entry, to: Entry): void {
  try {
    renameSync(from.folder.at(from.name), to.folder.at(to.name));
  } catch (error) {
    throw codeOf(error) === 'EISDIR' ? new Refusal('already-exists') : refusalOf(error);
  }
}

/** Gives a finished file of the work folder a free name, by link, which replaces nothing. @returns the free name */
export function placeUnderFreeName(work: Folder, name: string, to: { folder: Folder; name: string }): string {
  let free = to.name;
  for (;;) {
    if (to.folder.lstat(free)) free = freeName(to.folder, to.name).toString();
    try {
      linkSync(work.at(name), to.folder.at(free));
      return free;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw refusalOf(error);
    }
  }
}

/** Removes a file of the work folder, if it was ever created. */
export function removeWorkFile(work: Folder, name: string): void {
  try {
    unlinkSync(work.at(name));
  } catch {
    // The file was never created.
  }
}

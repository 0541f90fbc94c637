import { mkdirSync, renameSync, type Stats } from 'node:fs';
import { Refusal } from '#faults/refusal';
import { errnoOf, refusalOf } from '#files/link/errno';
import type { Disk } from '../disk';
import type { Taken } from '../history/bin';
import { diskBytes, type Replacing } from '../history/versions';
import { step, type Folder, type Name } from './walk';

/** Creates missing folders on the way to `parts`, 0755; never through a link. The caller disposes of the result. */
export function makeFolders(root: Folder, parts: readonly string[]): Folder {
  let folder = root.again();
  parts.forEach((part, index) => {
    using behind = folder;
    if (index > 0 && !behind.look(part)) makeOne(behind, part);
    folder = step(behind, part);
  });
  return folder;
}

function makeOne(parent: Folder, name: string): void {
  try {
    mkdirSync(parent.at(name), { mode: 0o755 });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw refusalOf(error);
  }
}

/** Puts a finished file under its name in one step; a folder of that name is never replaced. */
export function placeFile(from: Place, to: Place): void {
  try {
    renameSync(from.folder.at(from.name), to.folder.at(to.name));
  } catch (error) {
    throw errnoOf(error) === 'EISDIR' ? new Refusal('already-exists') : refusalOf(error);
  }
}

/**
 * Puts a finished file under its name in one step; the content that stood there becomes a version. What goes for good is
 * taken from the quota's count; what came, the caller has counted.
 * @returns `kept`: id of the version, absent where nothing was kept
 */
export function replaceFile(disk: Disk, from: Place, to: Place & Replacing): { readonly kept?: string } {
  const old = to.folder.look(to.name);
  if (!old) {
    placeFile(from, to);
    return {};
  }
  const { kept } = disk.versions.replacing(to, to, () => placeFile(from, to));
  disk.quota.count(-freedBy(old));
  return kept === undefined ? {} : { kept };
}

/** A version counts itself: that a file has gone is one thing, that its content stays another. */
const freedBy = (old: Stats): number => (old.nlink === 1 ? diskBytes(old) : 0);

interface Place {
  readonly folder: Folder;
  readonly name: Name;
}

interface Move {
  readonly disk: Disk;
  readonly from: Place;
  readonly to: Place & Pick<Replacing, 'parts'>;
  readonly overwrite: boolean;
}

export interface Placed {
  /** Bytes. */
  readonly freed: number;
  /** What was replaced and is no version of a file. */
  readonly kept: Taken[];
}

/**
 * Moves an entry of any type. With `overwrite` a file that a file replaces becomes a version, anything else goes to the
 * recycle bin; what stood there stands again if the move fails.
 */
export async function placeEntry({ disk, from, to, overwrite }: Move): Promise<Placed> {
  const [old, come] = [to.folder.look(to.name), from.folder.look(from.name)];
  if (old && !overwrite) throw new Refusal('already-exists');
  const move = () => renameSync(from.folder.at(from.name), to.folder.at(to.name));
  try {
    if (old && (come?.isDirectory() || !disk.versions.isKept(old))) {
      const origin = { folder: to.parts.slice(0, -1), name: to.name };
      return { freed: 0, kept: [await disk.bin.replaced(to, origin, move)] };
    }
    disk.versions.replacing(to, { parts: to.parts, cause: 'overwrite' }, move);
    return { freed: old ? freedBy(old) : 0, kept: [] };
  } catch (error) {
    throw refusalOf(error);
  }
}

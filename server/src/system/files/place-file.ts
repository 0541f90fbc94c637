import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, type Stats } from 'node:fs';
import { Refusal } from '../refusal';
import { errnoOf, refusalOf } from './errno';
import type { Disk } from './disk';
import { diskBytes, type Replacing } from './history/versions';
import { removeTree } from './remove-tree';
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
  const { kept } = disk.versions.replacing(to, to, () => placeFile(from, to));
  disk.quota.count(-freedBy(old));
  return kept === undefined ? {} : { kept };
}

/** A version counts itself: that a file has gone is one thing, that its content stays another. */
const freedBy = (old: Stats | undefined): number => (old?.nlink === 1 ? diskBytes(old) : 0);

interface Place {
  readonly folder: Folder;
  readonly name: Name;
}

interface Move {
  readonly disk: Disk;
  readonly from: Place;
  readonly to: Place & Pick<Replacing, 'parts'>;
  readonly overwrite: boolean;
  /** Takes what is replaced until it is removed. */
  readonly aside: Folder;
  readonly signal: AbortSignal;
}

/**
 * Moves an entry of any type. With `overwrite` what stood there is put back if the move fails; a file that was replaced
 * becomes a version.
 * @returns bytes that are free now
 */
export async function placeEntry(move: Move): Promise<number> {
  const { disk, from, to, aside } = move;
  const old = to.folder.look(to.name);
  if (old && !move.overwrite) throw new Refusal('already-exists');
  const moved = from.folder.at(from.name);
  try {
    if (!old || (!old.isDirectory() && !from.folder.look(from.name)?.isDirectory())) {
      disk.versions.replacing(to, { parts: to.parts, cause: 'overwrite' }, () =>
        renameSync(moved, to.folder.at(to.name)),
      );
      return freedBy(old);
    }
    const kept = `old-${randomBytes(8).toString('hex')}`;
    disk.versions.replacing(to, { parts: to.parts, cause: 'overwrite' }, () => {
      renameSync(to.folder.at(to.name), aside.at(kept));
      try {
        renameSync(moved, to.folder.at(to.name));
      } catch (error) {
        renameSync(aside.at(kept), to.folder.at(to.name));
        throw error;
      }
    });
    const removed = await removeTree({ folder: aside, name: kept, aside, signal: move.signal });
    return old.isDirectory() ? removed.bytes : freedBy(old);
  } catch (error) {
    throw refusalOf(error);
  }
}

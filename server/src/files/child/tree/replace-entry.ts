import { renameSync, type Stats } from 'node:fs';
import type { IfExists } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import type { Disk } from '../disk';
import { freeName } from './free-name';
import { placeFile } from './place-file';
import { pathOf } from './site-path';
import type { Entry, LocatedEntry } from './walk';
import type { BinnedEntry } from '../history/bin';
import { diskBytes, type ReplacedFile } from '../history/versions';

interface ConflictChoice {
  readonly overwrite: boolean;
  readonly ifExists?: IfExists | undefined;
}

/** The name that a moved or copied entry gets. */
export interface MoveTarget {
  readonly name: string;
  readonly parts: readonly string[];
  readonly path: string;
  readonly overwrite: boolean;
}

/**
 * Picks a free name if the name exists and both are to be kept; `ifExists` takes precedence over `overwrite`.
 */
export function targetFor(
  spot: LocatedEntry,
  parts: readonly string[],
  { overwrite, ifExists }: ConflictChoice,
): MoveTarget {
  const isConflict = ifExists === 'both' && spot.folder.lstat(spot.name) !== undefined;
  const name = isConflict ? freeName(spot.folder, spot.name).toString() : spot.name;
  const own = [...parts.slice(0, -1), name];
  return {
    name,
    parts: own,
    path: pathOf(own),
    overwrite: ifExists === undefined ? overwrite : ifExists === 'overwrite',
  };
}

/**
 * Renames a finished file to its name; the content it replaces becomes a version. Subtracts the replaced
 * bytes from the quota's count; the caller has counted the new ones.
 * @returns `kept`: id of the version, absent if none was made
 */
export function replaceFile(disk: Disk, from: Entry, to: Entry & ReplacedFile): { readonly kept?: string } {
  const old = to.folder.lstat(to.name);
  if (!old) {
    placeFile(from, to);
    return {};
  }
  const { kept } = disk.versions.replacing(to, to, () => placeFile(from, to));
  disk.quota.count(-freedBy(old));
  return kept === undefined ? {} : { kept };
}

/** Bytes that a replaced file frees. Its version, if it has one, counts its own bytes. */
const freedBy = (old: Stats): number => (old.nlink === 1 ? diskBytes(old) : 0);

interface Replacement {
  readonly disk: Disk;
  readonly from: Entry;
  readonly to: Entry & Pick<ReplacedFile, 'parts'>;
  readonly overwrite: boolean;
}

export interface ReplaceResult {
  /** Bytes. */
  readonly freed: number;
  /** Replaced entries in the recycle bin. */
  readonly kept: BinnedEntry[];
  /** Id of the version that holds the replaced file. */
  readonly versionId?: string;
}

/**
 * Moves an entry of any type to its name. With `overwrite`, a file replaced by a file becomes a version and any other
 * replaced entry goes to the recycle bin; if the move fails, the old entry comes back.
 */
export async function replaceEntry({ disk, from, to, overwrite }: Replacement): Promise<ReplaceResult> {
  const [old, moved] = [to.folder.lstat(to.name), from.folder.lstat(from.name)];
  if (old && !overwrite) throw new Refusal('already-exists');
  const move = () => renameSync(from.folder.at(from.name), to.folder.at(to.name));
  try {
    if (old && (moved?.isDirectory() || !disk.versions.isKept(old))) {
      const origin = { folder: to.parts.slice(0, -1), name: to.name };
      return { freed: 0, kept: [await disk.bin.replaced(to, origin, move)] };
    }
    if (!old) {
      move();
      return { freed: 0, kept: [] };
    }
    const version = disk.versions.replacing(to, { parts: to.parts, cause: 'overwrite' }, move);
    return { freed: freedBy(old), kept: [], ...(version.kept !== undefined && { versionId: version.kept }) };
  } catch (error) {
    throw refusalOf(error);
  }
}

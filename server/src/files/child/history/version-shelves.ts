import { readlinkSync, renameSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { errnoOf } from '#files/link/errno';
import { Pace } from '../pace';
import { liesIn, partsOf, pathOf } from '../tree/site-path';
import { step, type Folder, type Name } from '../tree/walk';
import { ensureFolder } from '../tree/work-folder';
import { readVersionId, shelfName } from './version-id';

const SHELVES = 'versions';
/** Says whose versions lie on a shelf: a link that nobody follows, so that the note is whole or absent. */
const NOTE = 'path';

export function tell(error: unknown): void {
  process.stderr.write(`version not kept: ${error instanceof Error ? error.message : String(error)}\n`);
}

export function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/** The folders in which earlier contents lie, one for each path. */
export class VersionShelves {
  constructor(private readonly root: Folder) {}

  has(parts: readonly string[]): boolean {
    try {
      using place = this.root.place();
      if (!place.look(SHELVES)) return false;
      using shelves = step(place, SHELVES);
      return shelves.look(shelfName(parts))?.isDirectory() === true;
    } catch (error) {
      tell(error);
      return false;
    }
  }

  /** The caller disposes of it. */
  open(shelf: string): Folder {
    using place = this.root.place();
    using shelves = step(place, SHELVES);
    return step(shelves, shelf);
  }

  /** Made where it is not there. */
  make(parts: readonly string[]): Folder {
    using place = this.root.place();
    using shelves = ensureFolder(place, SHELVES, 0o700);
    const folder = ensureFolder(shelves, shelfName(parts), 0o700);
    try {
      if (!folder.look(NOTE)) symlinkSync(pathOf(parts), folder.at(NOTE));
    } catch (error) {
      // Without the note its versions stay behind when a folder above is renamed.
      if (errnoOf(error) !== 'EEXIST' && errnoOf(error) !== 'ENAMETOOLONG') tell(error);
    }
    return folder;
  }

  /** A shelf without versions goes. */
  clear(shelf: string): void {
    attempt(() => {
      using place = this.root.place();
      using shelves = step(place, SHELVES);
      {
        using folder = step(shelves, shelf);
        if (folder.names().some((name) => name !== NOTE)) return;
        if (folder.look(NOTE)) unlinkSync(folder.at(NOTE));
      }
      rmdirSync(shelves.at(shelf));
    });
  }

  names(): Name[] {
    using place = this.root.place();
    if (!place.look(SHELVES)) return [];
    using shelves = step(place, SHELVES);
    return shelves.names();
  }

  /** What was moved takes its versions along, and everything below it. */
  async moved(from: readonly string[], to: readonly string[], signal: AbortSignal): Promise<void> {
    try {
      if (this.has(from)) this.carry(from, to);
      const pace = new Pace(signal);
      for (const name of this.names()) {
        if (pace.due) await pace.rest();
        const parts = typeof name === 'string' ? this.notedParts(name) : undefined;
        if (parts && parts.length > from.length && liesIn(parts, from))
          this.carry(parts, [...to, ...parts.slice(from.length)]);
      }
    } catch (error) {
      // They stay on the old shelf, where the file would find them if it came back.
      tell(error);
    }
  }

  private carry(from: readonly string[], to: readonly string[]): void {
    {
      using source = this.open(shelfName(from));
      using target = this.make(to);
      for (const id of idsOf(source)) renameSync(source.at(id), target.at(id));
    }
    this.clear(shelfName(from));
  }

  private notedParts(shelf: string): readonly string[] | undefined {
    try {
      using folder = this.open(shelf);
      const parts = partsOf(readlinkSync(folder.at(NOTE)));
      // A note that the host has forged leads to no other file's versions.
      return shelfName(parts) === shelf ? parts : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Names of versions, newest first; anything else there is none of ours. */
export function idsOf(folder: Folder): string[] {
  return folder
    .names()
    .filter((name): name is string => typeof name === 'string' && readVersionId(name) !== undefined)
    .sort()
    .reverse();
}

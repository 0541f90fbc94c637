import { readlinkSync, renameSync, rmdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { codeOf } from '#faults/error-code';
import { LoopYield } from '../loop-yield';
import { liesIn, partsOf, pathOf } from '../tree/site-path';
import { enterFolder, type Folder, type Name } from '../tree/walk';
import { ensureFolder } from '../tree/work-folder';
import { isFromMoveOrLater, carriedId, newMoveId, readVersionId, versionFolderName } from './version-id';

const VERSIONS = 'versions';
/** Name of the note with the path of a version folder: a symlink that is never followed, as it is created in one step. */
const NOTE = 'path';

export function logFailure(error: unknown): void {
  process.stderr.write(`version not kept: ${error instanceof Error ? error.message : String(error)}\n`);
}

export function trySilently(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

export interface Move {
  readonly signal: AbortSignal;
  /** The move that this one undoes: versions that lay there before it stay. */
  readonly undoes?: string | undefined;
}

/** The folder of each path with its earlier contents. */
export class VersionFolders {
  constructor(private readonly root: Folder) {}

  has(parts: readonly string[]): boolean {
    try {
      using place = this.root.privateFolder();
      if (!place.lstat(VERSIONS)) return false;
      using versions = enterFolder(place, VERSIONS);
      return versions.lstat(versionFolderName(parts))?.isDirectory() === true;
    } catch (error) {
      logFailure(error);
      return false;
    }
  }

  /** The caller disposes of it. */
  open(folderName: string): Folder {
    using place = this.root.privateFolder();
    using versions = enterFolder(place, VERSIONS);
    return enterFolder(versions, folderName);
  }

  /** Opens the version folder of a path; creates it if it is missing. */
  make(parts: readonly string[]): Folder {
    using place = this.root.privateFolder();
    using versions = ensureFolder(place, VERSIONS, 0o700);
    const folder = ensureFolder(versions, versionFolderName(parts), 0o700);
    try {
      if (!folder.lstat(NOTE)) symlinkSync(pathOf(parts), folder.at(NOTE));
    } catch (error) {
      // Without the note, the versions do not follow when a parent folder is renamed.
      if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'ENAMETOOLONG') logFailure(error);
    }
    return folder;
  }

  /** Removes a version folder without versions. */
  clear(folderName: string): void {
    trySilently(() => {
      using place = this.root.privateFolder();
      using versions = enterFolder(place, VERSIONS);
      {
        using folder = enterFolder(versions, folderName);
        if (folder.names().some((name) => name !== NOTE)) return;
        if (folder.lstat(NOTE)) unlinkSync(folder.at(NOTE));
      }
      rmdirSync(versions.at(folderName));
    });
  }

  names(): Name[] {
    using place = this.root.privateFolder();
    if (!place.lstat(VERSIONS)) return [];
    using versions = enterFolder(place, VERSIONS);
    return versions.names();
  }

  /**
   * Moves the versions along with a renamed entry, and those of everything below it.
   * @returns id of the move, which the carried versions bear and those that lay there before do not
   */
  async moved(from: readonly string[], to: readonly string[], move: Move): Promise<string> {
    const moveId = newMoveId();
    const carry = (source: readonly string[], target: readonly string[]) =>
      this.carry(source, target, { ...move, moveId });
    try {
      if (this.has(from)) carry(from, to);
      const pace = new LoopYield(move.signal);
      for (const name of this.names()) {
        if (pace.due) await pace.rest();
        const parts = typeof name === 'string' ? this.notedParts(name) : undefined;
        if (parts && parts.length > from.length && liesIn(parts, from))
          carry(parts, [...to, ...parts.slice(from.length)]);
      }
    } catch (error) {
      // On failure the versions stay in the version folder of the old path.
      logFailure(error);
    }
    return moveId;
  }

  private carry(
    from: readonly string[],
    to: readonly string[],
    { moveId, undoes }: Pick<Move, 'undoes'> & { readonly moveId: string },
  ): void {
    {
      using source = this.open(versionFolderName(from));
      const ids = idsOf(source).filter((id) => undoes === undefined || isFromMoveOrLater(id, undoes));
      if (ids.length === 0) return;
      using target = this.make(to);
      for (const id of ids) renameSync(source.at(id), target.at(carriedId(id, moveId)));
    }
    this.clear(versionFolderName(from));
  }

  private notedParts(folderName: string): readonly string[] | undefined {
    try {
      using folder = this.open(folderName);
      const parts = partsOf(readlinkSync(folder.at(NOTE)));
      // The hash proves that the host has not forged the note.
      return versionFolderName(parts) === folderName ? parts : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Ids of the versions in a version folder, newest first; ignores other names. */
export function idsOf(folder: Folder): string[] {
  return folder
    .names()
    .filter((name): name is string => typeof name === 'string' && readVersionId(name) !== undefined)
    .sort()
    .reverse();
}

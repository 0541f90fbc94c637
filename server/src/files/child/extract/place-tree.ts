import { linkSync, mkdirSync, renameSync, rmdirSync, unlinkSync, type Stats } from 'node:fs';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { codeOf } from '#faults/error-code';
import { refusalOf } from '#files/link/errno';
import { freeName } from '../tree/free-name';
import { diskBytes } from '../history/versions';
import type { LoopYield } from '../loop-yield';
import { removeTree } from '../tree/remove-tree';
import { walk, type Folder, type Name } from '../tree/walk';
import { ensureFolder } from '../tree/work-folder';
import type { VersionCause } from '../history/version-id';
import type { PlaceJournal } from './place-journal';
import type { PlaceStep } from './place-step';
import type { PlacedSteps } from './placed-steps';

/** Folder of the replaced entries, named by the numbers of the steps. */
export const REPLACED_FOLDER = 'old';
/** Folder of placed entries that were taken back. */
export const UNDONE_FOLDER = 'undone';

export interface TreePlacement {
  readonly disk: Disk;
  /** Keeps the replaced entries until they are no longer needed. */
  readonly work: Folder;
  readonly journal: PlaceJournal;
  readonly pace: LoopYield;
}

export interface PlaceOptions {
  readonly tree: Folder;
  readonly target: readonly string[];
  readonly ifExists: 'overwrite' | 'skip' | 'both';
}

interface Level {
  readonly source: Folder;
  readonly dest: Folder;
  readonly path: readonly Name[];
}

/** Identifies a placed entry; a file that was written to since no longer matches. */
const markOf = (stats: Stats) => ({
  ino: stats.ino,
  ...(stats.isFile() && { mtimeMs: stats.mtimeMs }),
});
const isMarked = (stats: Stats, { ino, mtimeMs }: PlaceStep): boolean =>
  stats.ino === ino && (mtimeMs === undefined || mtimeMs === stats.mtimeMs);

const replaceable = (stats: Stats): boolean => stats.isFile() || stats.isSymbolicLink();

/** Moves a finished tree into place, entry by entry; merges it into folders that exist. */
class Placer {
  skipped = 0;

  constructor(
    private readonly placing: TreePlacement,
    private readonly old: Folder,
    private readonly ifExists: PlaceOptions['ifExists'],
  ) {}

  async merge({ source, dest, path }: Level): Promise<void> {
    for (const name of source.names()) {
      if (this.placing.pace.due) await this.placing.pace.rest();
      const moved = source.lstat(name);
      if (!moved) continue;
      const existing = dest.lstat(name);
      const level = { source, dest, path: [...path, name] };
      if (!existing) this.put(level, name, { moved, as: name });
      else if (moved.isDirectory() && existing.isDirectory()) await this.mergeFolder(level, name);
      else this.handleConflict(level, name, { moved, existing });
    }
  }

  private async mergeFolder({ source, dest, path }: Level, name: Name): Promise<void> {
    {
      using from = source.enter(name);
      using to = dest.enter(name);
      await this.merge({ source: from, dest: to, path });
    }
    rmdirSync(source.at(name));
  }

  private handleConflict(
    level: Level,
    name: Name,
    { moved, existing }: { moved: Stats; existing: Stats },
  ): void {
    if (moved.isDirectory() || !replaceable(existing)) throw new Refusal('entry-in-the-way');
    switch (this.ifExists) {
      case 'skip':
        this.skipped += 1;
        unlinkSync(level.source.at(name));
        this.placing.disk.quota.count(-moved.size);
        return;
      case 'both':
        return this.put(level, name, { moved, as: freeName(level.dest, name) });
      case 'overwrite':
        return this.replace(level, name, { moved, existing });
    }
  }

  private put({ source, dest, path }: Level, name: Name, { moved, as }: { moved: Stats; as: Name }): void {
    this.placing.journal.note({ to: [...path.slice(0, -1), as], ...markOf(moved) });
    renameSync(source.at(name), dest.at(as));
  }

  private replace(
    { source, dest, path }: Level,
    name: Name,
    { moved }: { moved: Stats; existing: Stats },
  ): void {
    const number = this.placing.journal.next;
    this.placing.journal.note({ to: path, ...markOf(moved), old: number });
    const aside = this.old.at(String(number));
    try {
      // A second name, so that the file exists at every moment.
      linkSync(dest.at(name), aside);
    } catch (error) {
      if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'EMLINK') throw error;
      renameSync(dest.at(name), aside);
    }
    renameSync(source.at(name), dest.at(name));
  }
}

/** Opens the target folder, and creates its missing parts. */
function openTarget({ disk, journal }: TreePlacement, target: readonly string[]): Folder {
  let folder = disk.root.reopen();
  target.forEach((part, index) => {
    using parent = folder;
    if (!parent.lstat(part)) {
      journal.note({ to: target.slice(0, index + 1) });
      mkdirSync(parent.at(part), { mode: 0o755 });
    }
    folder = walk(parent, [part]);
  });
  return folder;
}

/** @returns number of files that were left out because their names exist */
export async function placeTree(placing: TreePlacement, options: PlaceOptions): Promise<number> {
  try {
    using old = ensureFolder(placing.work, REPLACED_FOLDER, 0o700);
    // Created now: on a full disk it could not be created when it is needed.
    ensureFolder(placing.work, UNDONE_FOLDER, 0o700)[Symbol.dispose]();
    using dest = openTarget(placing, options.target);
    const placer = new Placer(placing, old, options.ifExists);
    await placer.merge({ source: options.tree, dest, path: options.target });
    return placer.skipped;
  } catch (error) {
    throw refusalOf(error);
  }
}

function holderOf(root: Folder, parts: readonly Name[]): Folder | undefined {
  let folder = root.reopen();
  try {
    for (const part of parts) {
      using parent = folder;
      folder = parent.enter(part);
    }
    return folder;
  } catch {
    return undefined;
  }
}

export interface ReplacedEntries extends Omit<TreePlacement, 'journal'> {
  /** Of the versions that they become. */
  readonly cause: VersionCause;
}

/**
 * Turns replaced files into versions if they may become one.
 * @param others what happens to the other replaced entries
 */
export async function keepReplaced(
  { disk, work, pace, cause }: ReplacedEntries,
  steps: PlacedSteps,
  others: 'dropped' | 'left',
): Promise<void> {
  using old = ensureFolder(work, REPLACED_FOLDER, 0o700);
  for (const [, step] of steps.inOrder()) {
    if (step.old === undefined) continue;
    if (pace.due) await pace.rest();
    const name = String(step.old);
    const stats = old.lstat(name);
    if (!stats) continue;
    const drop = () => unlinkSync(old.at(name));
    if (existingEntry(disk.root, step)?.ino === stats.ino) {
      // Only a second name: the kill came before the entry was replaced.
      drop();
      continue;
    }
    const parts = step.to.filter((part) => typeof part === 'string');
    const isVersion = parts.length === step.to.length && disk.versions.isKept(stats);
    if (isVersion) disk.versions.replacing({ folder: old, name }, { parts, cause }, drop);
    else if (others === 'dropped') drop();
    else continue;
    if (stats.nlink === 1) disk.quota.count(-diskBytes(stats));
  }
}

function existingEntry(root: Folder, { to }: PlaceStep): Stats | undefined {
  const [name, holder] = [to.at(-1), holderOf(root, to.slice(0, -1))];
  if (name === undefined || holder === undefined) return undefined;
  using folder = holder;
  return folder.lstat(name);
}

/** Undoes the steps in reverse order, by renames alone; keeps what other programs have written since. */
export async function undoPlacing(
  { disk, work, pace }: Omit<TreePlacement, 'journal'>,
  steps: PlacedSteps,
): Promise<void> {
  using old = ensureFolder(work, REPLACED_FOLDER, 0o700);
  using undone = ensureFolder(work, UNDONE_FOLDER, 0o700);
  for (const [index, step] of steps.inReverse()) {
    if (pace.due) await pace.rest();
    await undoStep({ root: disk.root, old, undone }, step, index);
  }
}

interface UndoFolders {
  readonly root: Folder;
  readonly old: Folder;
  readonly undone: Folder;
}

async function undoStep({ root, old, undone }: UndoFolders, step: PlaceStep, index: number): Promise<void> {
  const name = step.to.at(-1);
  const holder = holderOf(root, step.to.slice(0, -1));
  if (name === undefined || holder === undefined) return;
  using folder = holder;
  const now = folder.lstat(name);
  if (step.ino === undefined) {
    if (now?.isDirectory()) ignoreErrors(() => rmdirSync(folder.at(name)), ['ENOTEMPTY']);
    return;
  }
  if (now && !isMarked(now, step)) return;
  const before = step.old === undefined ? undefined : String(step.old);
  if (before !== undefined && old.lstat(before)) return renameSync(old.at(before), folder.at(name));
  if (!now || ignoreErrors(() => renameSync(folder.at(name), undone.at(String(index))), FULL)) return;
  await removeTree({ folder, name, aside: undone, signal: new AbortController().signal });
}

/** Errors of a disk without space for one more name. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** Returns false for an error with one of these codes. */
function ignoreErrors(act: () => void, codes: readonly string[]): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (!codes.includes(codeOf(error) ?? '')) throw refusalOf(error);
    return false;
  }
}

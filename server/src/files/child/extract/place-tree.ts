import { linkSync, mkdirSync, renameSync, rmdirSync, unlinkSync, type Stats } from 'node:fs';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { errnoOf, refusalOf } from '#files/link/errno';
import { freeName } from '../tree/free-name';
import { diskBytes } from '../history/versions';
import type { Pace } from '../pace';
import { removeTree } from '../tree/remove-tree';
import { walk, type Folder, type Name } from '../tree/walk';
import { ensureFolder } from '../tree/work-folder';
import type { PlaceJournal, PlaceStep } from './place-journal';

/** Takes what is replaced, by the numbers of the steps. */
export const OLD = 'old';
/** Takes what has been put into place and is taken back. */
export const UNDONE = 'undone';

export interface Placing {
  readonly disk: Disk;
  /** Holds what was replaced until it is known to be no longer needed. */
  readonly work: Folder;
  readonly journal: PlaceJournal;
  readonly pace: Pace;
}

export interface PlaceWish {
  readonly tree: Folder;
  readonly target: readonly string[];
  readonly ifExists: 'overwrite' | 'skip' | 'both';
}

interface Level {
  readonly source: Folder;
  readonly dest: Folder;
  readonly path: readonly Name[];
}

/** By which what was put somewhere is known again; a file that was written to since is somebody else's. */
const markOf = (stats: Stats) => ({
  ino: stats.ino,
  ...(stats.isFile() && { mtimeMs: stats.mtimeMs }),
});
const isMarked = (stats: Stats, { ino, mtimeMs }: PlaceStep): boolean =>
  stats.ino === ino && (mtimeMs === undefined || mtimeMs === stats.mtimeMs);

const replaceable = (stats: Stats): boolean => stats.isFile() || stats.isSymbolicLink();

/** Moves a finished tree into place, entry by entry; folders that exist take what is new. */
class Placer {
  skipped = 0;

  constructor(
    private readonly placing: Placing,
    private readonly old: Folder,
    private readonly ifExists: PlaceWish['ifExists'],
  ) {}

  async merge({ source, dest, path }: Level): Promise<void> {
    for (const name of source.names()) {
      if (this.placing.pace.due) await this.placing.pace.rest();
      const come = source.look(name);
      if (!come) continue;
      const stands = dest.look(name);
      const level = { source, dest, path: [...path, name] };
      if (!stands) this.put(level, name, { come, as: name });
      else if (come.isDirectory() && stands.isDirectory()) await this.mergeFolder(level, name);
      else this.meet(level, name, { come, stands });
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

  private meet(level: Level, name: Name, { come, stands }: { come: Stats; stands: Stats }): void {
    if (come.isDirectory() || !replaceable(stands)) throw new Refusal('entry-in-the-way');
    switch (this.ifExists) {
      case 'skip':
        this.skipped += 1;
        unlinkSync(level.source.at(name));
        this.placing.disk.quota.count(-come.size);
        return;
      case 'both':
        return this.put(level, name, { come, as: freeName(level.dest, name) });
      case 'overwrite':
        return this.replace(level, name, { come, stands });
    }
  }

  private put({ source, dest, path }: Level, name: Name, { come, as }: { come: Stats; as: Name }): void {
    this.placing.journal.note({ to: [...path.slice(0, -1), as], ...markOf(come) });
    renameSync(source.at(name), dest.at(as));
  }

  private replace({ source, dest, path }: Level, name: Name, { come }: { come: Stats; stands: Stats }): void {
    const number = this.placing.journal.steps.length;
    this.placing.journal.note({ to: path, ...markOf(come), old: number });
    const aside = this.old.at(String(number));
    try {
      // A second name: there is no moment without a file.
      linkSync(dest.at(name), aside);
    } catch (error) {
      if (errnoOf(error) !== 'EPERM' && errnoOf(error) !== 'EMLINK') throw error;
      renameSync(dest.at(name), aside);
    }
    renameSync(source.at(name), dest.at(name));
  }
}

/** Makes what is missing of the target, and opens it. */
function openTarget({ disk, journal }: Placing, target: readonly string[]): Folder {
  let folder = disk.root.again();
  target.forEach((part, index) => {
    using behind = folder;
    if (!behind.look(part)) {
      journal.note({ to: target.slice(0, index + 1) });
      mkdirSync(behind.at(part), { mode: 0o755 });
    }
    folder = walk(behind, [part]);
  });
  return folder;
}

/** @returns files that were left because their names were taken */
export async function placeTree(placing: Placing, wish: PlaceWish): Promise<number> {
  try {
    using old = ensureFolder(placing.work, OLD, 0o700);
    // Made now: on a disk that is full nothing can be made when it is needed.
    ensureFolder(placing.work, UNDONE, 0o700)[Symbol.dispose]();
    using dest = openTarget(placing, wish.target);
    const placer = new Placer(placing, old, wish.ifExists);
    await placer.merge({ source: wish.tree, dest, path: wish.target });
    return placer.skipped;
  } catch (error) {
    throw refusalOf(error);
  }
}

function holderOf(root: Folder, parts: readonly Name[]): Folder | undefined {
  let folder = root.again();
  try {
    for (const part of parts) {
      using behind = folder;
      folder = behind.enter(part);
    }
    return folder;
  } catch {
    return undefined;
  }
}

/**
 * What was replaced and lies aside becomes a version, where it is one.
 * @param others what happens to the rest
 */
export async function keepReplaced(
  { disk, work, pace }: Omit<Placing, 'journal'>,
  steps: readonly PlaceStep[],
  others: 'dropped' | 'left',
): Promise<void> {
  using old = ensureFolder(work, OLD, 0o700);
  for (const step of steps) {
    if (step.old === undefined) continue;
    if (pace.due) await pace.rest();
    const name = String(step.old);
    const stats = old.look(name);
    if (!stats) continue;
    const drop = () => unlinkSync(old.at(name));
    if (stands(disk.root, step)?.ino === stats.ino) {
      // A second name, of what was about to be replaced and never was.
      drop();
      continue;
    }
    const parts = step.to.filter((part) => typeof part === 'string');
    const isVersion = parts.length === step.to.length && disk.versions.isKept(stats);
    if (isVersion) disk.versions.replacing({ folder: old, name }, { parts, cause: 'extract' }, drop);
    else if (others === 'dropped') drop();
    else continue;
    if (stats.nlink === 1) disk.quota.count(-diskBytes(stats));
  }
}

function stands(root: Folder, { to }: PlaceStep): Stats | undefined {
  const [name, holder] = [to.at(-1), holderOf(root, to.slice(0, -1))];
  if (name === undefined || holder === undefined) return undefined;
  using folder = holder;
  return folder.look(name);
}

/** Takes back, last step first, what was put into place, by renames alone; what somebody else put there since stays. */
export async function undoPlacing(
  { disk, work, pace }: Omit<Placing, 'journal'>,
  steps: readonly PlaceStep[],
): Promise<void> {
  using old = ensureFolder(work, OLD, 0o700);
  using undone = ensureFolder(work, UNDONE, 0o700);
  for (const [index, step] of [...steps.entries()].reverse()) {
    if (pace.due) await pace.rest();
    await undoStep({ root: disk.root, old, undone }, step, index);
  }
}

interface UndoPlaces {
  readonly root: Folder;
  readonly old: Folder;
  readonly undone: Folder;
}

async function undoStep({ root, old, undone }: UndoPlaces, step: PlaceStep, index: number): Promise<void> {
  const name = step.to.at(-1);
  const holder = holderOf(root, step.to.slice(0, -1));
  if (name === undefined || holder === undefined) return;
  using folder = holder;
  const now = folder.look(name);
  if (step.ino === undefined) {
    if (now?.isDirectory()) passOver(() => rmdirSync(folder.at(name)), ['ENOTEMPTY']);
    return;
  }
  if (now && !isMarked(now, step)) return;
  const before = step.old === undefined ? undefined : String(step.old);
  if (before !== undefined && old.look(before)) return renameSync(old.at(before), folder.at(name));
  if (!now || passOver(() => renameSync(folder.at(name), undone.at(String(index))), FULL)) return;
  await removeTree({ folder, name, aside: undone, signal: new AbortController().signal });
}

/** A folder may have to grow for one more name. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** False where it failed in a way that is passed over. */
function passOver(act: () => void, codes: readonly string[]): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (!codes.includes(errnoOf(error) ?? '')) throw refusalOf(error);
    return false;
  }
}

import { randomBytes } from 'node:crypto';
import { renameSync, type Stats } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VersionCause } from '../history/version-id';
import type { Disk } from '../disk';
import type { ChildBodies } from '#files/link/child-messages';
import { refusalOf } from '#files/link/errno';
import { LoopYield } from '../loop-yield';
import { removeTree } from '../tree/remove-tree';
import type { Folder, Name } from '../tree/walk';
import { ensureFolder } from '../tree/work-folder';
import { keepReplaced, REPLACED_FOLDER, placeTree, undoPlacing, UNDONE_FOLDER } from './place-tree';
import { PlaceJournal, readJournal, type ExtractionResult } from './place-journal';

/** A tree to place: its source and its target. */
export interface PlacementSource {
  readonly taskId: number;
  readonly target: readonly string[];
  readonly ifExists: ChildBodies['extract']['ifExists'];
  readonly signal: AbortSignal;
  /** Builds the tree in the task's private folder; not called again once it is being placed. */
  readonly grow: (work: Folder) => Promise<ExtractionResult>;
  readonly tree: (work: Folder) => Folder;
  /** Runs when everything is placed, and again after a kill in it; an abort has no effect any more. */
  readonly finish?: (work: Folder) => Promise<void>;
}

export interface PlacementRules {
  /** Folder of the tasks' folders, inside the private folder. */
  readonly folder: string;
  /** Of versions of replaced files. */
  readonly cause: VersionCause;
  /** Begins the name of what the recycle bin gets of a task that never ended. */
  readonly undoneName: string;
  /** A task that was stopped before placing goes on with what its folder holds; else it begins again. */
  readonly resumes: boolean;
  /** When the task last worked in its folder, ms. */
  readonly lastUsed: (work: Folder, stats: Stats) => number;
}

/** How long an unfinished task waits to run again, ms. */
const LEFT_MS = 24 * 3600_000;

/**
 * Trees that tasks of one host build in private folders, each named after its task, and then move into place. After a kill
 * before the move, nothing is visible; after a kill during the move, the task's next run continues it.
 */
export class Placements {
  private readonly running = new Map<number, Promise<unknown>>();
  private swept: Promise<void> = Promise.resolve();

  constructor(
    private readonly disk: Disk,
    private readonly rules: PlacementRules,
  ) {}

  /** Removes what earlier processes left and no task will continue. */
  sweep(): void {
    this.swept = this.removeLeft().catch(() => undefined);
  }

  place(source: PlacementSource): Promise<ExtractionResult> {
    return this.inTurn(source.taskId, () => this.run(source));
  }

  /** Undoes what an unfinished task has placed, and removes its folder. @returns whether it had placed everything */
  drop(taskId: number): Promise<boolean> {
    return this.inTurn(taskId, async () => {
      using folder = this.open();
      const name = String(taskId);
      if (!folder.lstat(name)) return false;
      const { is } = this.before(folder, name);
      await this.clean(folder, name);
      return is === 'done';
    });
  }

  private async inTurn<T>(taskId: number, act: () => Promise<T>): Promise<T> {
    await this.swept;
    while (this.running.has(taskId)) await this.running.get(taskId)?.catch(() => undefined);
    const result = act().finally(() => this.running.delete(taskId));
    this.running.set(taskId, result);
    return result;
  }

  private open(): Folder {
    using place = this.disk.root.privateFolder();
    return ensureFolder(place, this.rules.folder, 0o700);
  }

  private async run(source: PlacementSource): Promise<ExtractionResult> {
    using folder = this.open();
    const name = String(source.taskId);
    const before = folder.lstat(name) ? this.before(folder, name) : ({ is: 'none' } as const);
    if (before.is === 'done') {
      using work = folder.enter(name);
      await this.complete(work, source);
      return before.info;
    }
    if (before.is === 'broken') await this.clean(folder, name);
    if (before.is === 'none' && !this.rules.resumes) await this.removeNow(folder, name);
    try {
      using work = ensureFolder(folder, name, 0o700);
      if (before.is === 'placing') return await this.move(work, source, before);
      return await this.move(work, source, { info: await source.grow(work), count: 0 });
    } catch (error) {
      const waits = this.rules.resumes && source.signal.aborted;
      if (!waits && folder.lstat(name)) await this.clean(folder, name);
      throw refusalOf(error);
    }
  }

  private before(folder: Folder, name: string) {
    using work = folder.enter(name);
    const journal = readJournal(work);
    return 'steps' in journal ? { ...journal, count: journal.steps.count } : journal;
  }

  private async move(
    work: Folder,
    source: PlacementSource,
    { info, count }: { readonly info: ExtractionResult; readonly count: number },
  ): Promise<ExtractionResult> {
    const { target, ifExists, signal } = source;
    using journal = new PlaceJournal(work, info, count);
    using tree = source.tree(work);
    const placing = { disk: this.disk, work, journal, pace: new LoopYield(signal) };
    await placeTree(placing, { tree, target, ifExists });
    journal.finish();
    await this.complete(work, source);
    return info;
  }

  /** Everything is placed: an abort has no effect any more. */
  private async complete(work: Folder, source: PlacementSource): Promise<void> {
    const journal = readJournal(work);
    if (journal.is === 'done') await keepReplaced(this.untilDone(work), journal.steps, 'dropped');
    await source.finish?.(work);
  }

  private untilDone(work: Folder) {
    const pace = new LoopYield(new AbortController().signal);
    return { disk: this.disk, work, pace, cause: this.rules.cause };
  }

  /**
   * Undoes what was placed. The private folder is renamed at once and removed in the background, as its tree
   * may be large.
   * @param after `late`: the owner may have worked with the placed entries since, so they go to the recycle
   * bin
   */
  private async clean(folder: Folder, name: string, after: 'at once' | 'late' = 'at once'): Promise<void> {
    {
      using work = folder.enter(name);
      await this.settle(work, name, after);
    }
    const gone = `gone-${randomBytes(6).toString('hex')}`;
    renameSync(folder.at(name), folder.at(gone));
    const own = folder.reopen();
    void this.removeNow(own, gone)
      .then((bytes) => this.rules.resumes && this.disk.quota.count(-bytes))
      .catch(() => undefined)
      .finally(() => own[Symbol.dispose]());
  }

  /** Leaves nothing of value in the private folder, whatever its journal says. */
  private async settle(work: Folder, name: string, after: 'at once' | 'late'): Promise<void> {
    const before = readJournal(work);
    const undone = `${this.rules.undoneName}-${name}`;
    if (before.is === 'placing') {
      await undoPlacing(this.untilDone(work), before.steps);
      await keepReplaced(this.untilDone(work), before.steps, 'left');
      if (after === 'late') await this.find(work, UNDONE_FOLDER, undone);
      // Else the removal of the folder counts its bytes.
      else if (!this.rules.resumes) this.disk.quota.count(-before.info.bytes);
    }
    if (before.is === 'done') await keepReplaced(this.untilDone(work), before.steps, 'dropped');
    if (before.is === 'broken') await this.find(work, UNDONE_FOLDER, undone);
    await this.find(work, REPLACED_FOLDER, `replaced-${name}`);
  }

  /** Moves a part of the private folder to the recycle bin, unless it is empty. */
  private async find(work: Folder, part: string, name: string): Promise<void> {
    if (!work.lstat(part)?.isDirectory()) return;
    {
      using inner = work.enter(part);
      if (inner.names().length === 0) return;
    }
    await this.disk.bin.found({ folder: work, name: part }, name);
  }

  /** @returns bytes freed on disk */
  private async removeNow(folder: Folder, name: Name): Promise<number> {
    const { signal } = new AbortController();
    return (await removeTree({ folder, name, aside: folder, signal })).bytes;
  }

  /** A folder that can't be handled now stays, and does not stop the others. */
  private async removeLeft(): Promise<void> {
    using folder = this.open();
    for (const name of folder.names()) {
      // Lets other work run between two journals.
      await nextTurn();
      await this.removeIfLeft(folder, name).catch((error: unknown) => {
        process.stderr.write(`${this.rules.folder}: not cleaned up: ${String(error)}\n`);
      });
    }
  }

  private async removeIfLeft(folder: Folder, name: Name): Promise<void> {
    const stats = folder.lstat(name);
    if (typeof name !== 'string' || !/^\d+$/.test(name) || !stats?.isDirectory()) {
      await this.removeNow(folder, name);
      return;
    }
    if (this.isAwaited(folder, name, stats)) return;
    await this.clean(folder, name, 'late');
  }

  private isAwaited(folder: Folder, name: string, stats: Stats): boolean {
    using work = folder.enter(name);
    if (Date.now() - this.rules.lastUsed(work, stats) >= LEFT_MS) return false;
    const { is } = readJournal(work);
    return is === 'placing' || is === 'done' || (this.rules.resumes && is === 'none');
  }
}

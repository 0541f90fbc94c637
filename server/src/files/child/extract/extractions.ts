import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Disk } from '../disk';
import type { ChildBodies } from '#files/link/child-messages';
import { refusalOf } from '#files/link/errno';
import { LoopYield } from '../loop-yield';
import { removeTree } from '../tree/remove-tree';
import type { Folder, Name } from '../tree/walk';
import { ensureFolder } from '../tree/work-folder';
import { detectFormat } from './archive-format';
import { EntryGate } from './entry-gate';
import { holdArchive, targetOf } from './open-archive';
import { keepReplaced, REPLACED_FOLDER, placeTree, undoPlacing, UNDONE_FOLDER } from './place-tree';
import { PlaceJournal, readJournal, type ExtractionResult } from './place-journal';
import { StagedTree } from './staged-tree';
import { TargetEntries } from './target-entries';
import { unpackStream } from './untar';
import { unzip } from './unzip';
import type { UnzipThreads } from './unzip-pool';
import { unpackedBytesMax } from './unpack-job';
import { UnpackProgress, type UnpackCounts } from './unpack-progress';

type ExtractBody = ChildBodies['extract'];

export interface ExtractControl {
  readonly signal: AbortSignal;
  readonly progress: (progress: UnpackCounts) => void;
}

/** A tree to place: its source and its target. */
interface Source {
  readonly taskId: number;
  readonly target: readonly string[];
  readonly ifExists: ExtractBody['ifExists'];
  readonly signal: AbortSignal;
  /** Builds the tree; not called again once it is being placed. */
  readonly grow: (work: Folder) => Promise<ExtractionResult>;
  readonly tree: (work: Folder) => Folder;
}

const FOLDER = 'extract';
const TREE = 'tree';
/** How long a half-placed extraction waits for its task to run again. */
const LEFT_MS = 24 * 3600_000;

/**
 * Extractions of one host. Each builds its tree in a private folder named after its task, then moves it into place. After
 * a kill before the move, nothing is visible; after a kill during the move, the task's next run continues it.
 */
export class Extractions {
  private readonly running = new Map<number, Promise<unknown>>();
  private swept: Promise<void> = Promise.resolve();

  constructor(
    private readonly disk: Disk,
    private readonly threads: UnzipThreads,
  ) {}

  /** Removes what earlier processes left and no task will continue. */
  sweep(): void {
    this.swept = this.removeLeft().catch(() => undefined);
  }

  extract(body: ExtractBody, control: ExtractControl): Promise<ExtractionResult> {
    const source: Source = {
      ...body,
      target: targetOf(body.to),
      signal: control.signal,
      grow: (work) => this.unpack(work, body, control),
      tree: (work) => ensureFolder(work, TREE, 0o755),
    };
    return this.inTurn(body.taskId, () => this.run(source));
  }

  /** Moves a tree that root has restored for this task from its private folder into the site. */
  placeRestored(
    { taskId, files, bytes }: ChildBodies['placeRestored'],
    signal: AbortSignal,
  ): Promise<ExtractionResult> {
    const { disk } = this;
    const source: Source = {
      taskId,
      target: [],
      ifExists: 'overwrite',
      signal,
      grow: async () => {
        await disk.quota.ensureRoom(bytes);
        disk.quota.count(bytes);
        return { files, bytes, skipped: 0, refused: 0, failed: [] };
      },
      tree: () => disk.root.restored(String(taskId)),
    };
    return this.inTurn(taskId, () => this.run(source));
  }

  /** Undoes what an unfinished extraction has placed, and removes its folder. */
  drop(taskId: number): Promise<void> {
    return this.inTurn(taskId, async () => {
      using folder = this.open();
      const name = String(taskId);
      if (folder.lstat(name)) await this.clean(folder, name);
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
    return ensureFolder(place, FOLDER, 0o700);
  }

  private async run(source: Source): Promise<ExtractionResult> {
    using folder = this.open();
    const name = String(source.taskId);
    const before = folder.lstat(name) ? this.before(folder, name) : ({ is: 'none' } as const);
    if (before.is === 'done') {
      using work = folder.enter(name);
      await keepReplaced(this.untilDone(work), before.steps, 'dropped');
      return before.info;
    }
    if (before.is === 'broken') await this.clean(folder, name);
    if (before.is === 'none') await this.removeNow(folder, name);
    try {
      using work = ensureFolder(folder, name, 0o700);
      if (before.is === 'placing') return await this.place(work, source, before);
      const info = await source.grow(work);
      return await this.place(work, source, { info, steps: [] });
    } catch (error) {
      if (folder.lstat(name)) await this.clean(folder, name);
      throw refusalOf(error);
    }
  }

  private before(folder: Folder, name: string) {
    using work = folder.enter(name);
    return readJournal(work);
  }

  private async unpack(work: Folder, body: ExtractBody, control: ExtractControl): Promise<ExtractionResult> {
    const target = targetOf(body.to);
    const { disk } = this;
    const { signal } = control;
    using archive = holdArchive(disk, body);
    using existing = new TargetEntries(disk.root, target);
    using tree = ensureFolder(work, TREE, 0o755);
    using stage = new StagedTree(tree);
    const gate = new EntryGate(existing, { depthBefore: target.length, entriesMax: body.entriesMax });
    const [pace, progress] = [new LoopYield(signal), new UnpackProgress(control.progress)];
    const written = { bytes: 0 };
    const job = {
      archive,
      gate,
      signal,
      pace,
      disk,
      stage,
      progress,
      written,
      skips: body.ifExists === 'skip',
    };
    try {
      const most = unpackedBytesMax(archive.fileSize);
      const shape = await detectFormat({ ...archive, signal, most });
      const { threads } = this;
      await (shape.is === 'zip' ? threads.during(() => unzip(job, threads)) : unpackStream(job, shape));
    } catch (error) {
      disk.quota.count(-written.bytes);
      throw error;
    }
    const { tally } = gate;
    return {
      files: job.skips ? tally.files - tally.taken : tally.files,
      bytes: written.bytes,
      skipped: job.skips ? tally.taken : 0,
      refused: tally.refused,
      failed: tally.refusedSample.map(({ path, reason }) => `${path}: ${reason}`),
    };
  }

  private async place(
    work: Folder,
    { target, ifExists, signal, ...source }: Source,
    { info, steps }: Pick<PlaceJournal, 'info' | 'steps'>,
  ): Promise<ExtractionResult> {
    const { disk } = this;
    using journal = new PlaceJournal(work, info, steps);
    using tree = source.tree(work);
    const placing = { disk, work, journal, pace: new LoopYield(signal) };
    await placeTree(placing, { tree, target, ifExists });
    journal.finish();
    // Everything is placed: an abort has no effect any more.
    await keepReplaced(this.untilDone(work), journal.steps, 'dropped');
    return info;
  }

  private untilDone(work: Folder) {
    return { disk: this.disk, work, pace: new LoopYield(new AbortController().signal) };
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
      .catch(() => undefined)
      .finally(() => own[Symbol.dispose]());
  }

  /** Leaves nothing of value in the private folder, whatever its journal says. */
  private async settle(work: Folder, name: string, after: 'at once' | 'late'): Promise<void> {
    const before = readJournal(work);
    if (before.is === 'placing') {
      await undoPlacing(this.untilDone(work), before.steps);
      await keepReplaced(this.untilDone(work), before.steps, 'left');
      if (after === 'late') await this.find(work, UNDONE_FOLDER, `extracted-${name}`);
      else this.disk.quota.count(-before.info.bytes);
    }
    if (before.is === 'done') await keepReplaced(this.untilDone(work), before.steps, 'dropped');
    if (before.is === 'broken') await this.find(work, UNDONE_FOLDER, `extracted-${name}`);
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

  private async removeNow(folder: Folder, name: Name): Promise<void> {
    await removeTree({ folder, name, aside: folder, signal: new AbortController().signal });
  }

  /** A folder that can't be handled now stays, and does not stop the others. */
  private async removeLeft(): Promise<void> {
    using folder = this.open();
    for (const name of folder.names()) {
      // Lets other work run between two journals.
      await nextTurn();
      await this.removeIfLeft(folder, name).catch((error: unknown) => {
        process.stderr.write(`extraction not cleaned up: ${String(error)}\n`);
      });
    }
  }

  private async removeIfLeft(folder: Folder, name: Name): Promise<void> {
    const stats = folder.lstat(name);
    if (typeof name !== 'string' || !/^\d+$/.test(name) || !stats?.isDirectory())
      return this.removeNow(folder, name);
    const isYoung = Date.now() - stats.mtimeMs < LEFT_MS;
    const isAwaited = isYoung && ['placing', 'done'].includes(this.before(folder, name).is);
    if (isAwaited) return;
    await this.clean(folder, name, 'late');
  }
}

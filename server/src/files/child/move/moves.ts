import { statfsSync } from 'node:fs';
import { MOVE_FAILED_MAX, MOVE_LISTED_MAX, type MoveCheck, type MoveResult } from '@sitedeck/contract';
import type { ChildBodies } from '#files/link/child-messages';
import { refusalOf } from '#files/link/errno';
import { isRefusal, Refusal } from '#faults/refusal';
import { SPARE_BYTES } from '#system/disk/spare-bytes';
import type { Disk } from '../disk';
import { targetOf } from '../extract/open-archive';
import type { ExtractionResult } from '../extract/place-journal';
import { Placements } from '../extract/placements';
import { LoopYield } from '../loop-yield';
import { walk, type Folder } from '../tree/walk';
import { ensureFolder } from '../tree/work-folder';
import { compareWithTarget, type GoneEntry, type MovePlan } from './compare-target';
import { fetchFiles, type Fetched } from './fetch-files';
import { flushTree } from './flush-tree';
import { MoveProgress, type MoveCounts } from './move-progress';
import { noteRemoved, readGone, readRemoved, readResult, writeRecord, writeResult } from './move-record';
import { MoveStage, PARTS_FOLDER, TREE_FOLDER } from './move-stage';
import { openSource } from './open-source';
import { Pace } from './pace';
import { shownName, type SourceEncoding } from './raw-names';
import { scanSource } from './scan-source';
import type { SessionPool } from './session-pool';
import { SOURCE_LIMITS, type SourceFacts, type SourceLimits } from './source';
import { LeftOut, type SourceTree } from './source-tree';
import { WantedPaths } from './wanted-paths';

type MoveBody = ChildBodies['moveSite'];
type CheckBody = ChildBodies['checkMove'];

export interface MoveControl {
  readonly signal: AbortSignal;
  readonly progress: (counts: MoveCounts) => void;
}

/** Entries that go to the recycle bin together. */
const BIN_AT_ONCE = 64;

/** What a check or a move works with while it is connected. */
interface Connected {
  readonly pool: SessionPool;
  readonly progress: MoveProgress;
  readonly signal: AbortSignal;
  readonly stop: (error: unknown) => void;
  readonly tree: SourceTree;
  readonly encoding: SourceEncoding;
  readonly facts: SourceFacts;
}

/** Copies old sites into a host from FTP and SFTP servers. */
export class Moves {
  private readonly placements: Placements;

  constructor(
    private readonly disk: Disk,
    private readonly limits: SourceLimits = SOURCE_LIMITS,
  ) {
    this.placements = new Placements(disk, {
      folder: 'move',
      cause: 'move',
      undoneName: 'moved',
      resumes: true,
      // A running move creates and renames parts all the time.
      lastUsed: (work, { mtimeMs }) => Math.max(mtimeMs, work.lstat(PARTS_FOLDER)?.mtimeMs ?? 0),
    });
  }

  /** Removes what earlier processes left and no task will continue. */
  sweep(): void {
    this.placements.sweep();
  }

  /** Logs in and compares the source with the target; changes nothing. */
  check(body: CheckBody, control: MoveControl): Promise<MoveCheck> {
    const target = targetOf(body.target);
    return this.connected({ ...body, only: null }, control, async (connected) => {
      const plan = await this.compare(connected, target, { findGone: true });
      const { tree, facts, encoding } = connected;
      const { clockSkew, software, fingerprint } = facts;
      return {
        server: { software, clockSkew, encoding, fingerprint },
        source: { files: tree.files, bytes: tree.bytes },
        toCopy: { files: plan.copies.length, bytes: plan.bytes },
        replaced: plan.replaced,
        gone: goneSample(plan, target),
        refused: refusedSample(plan, connected),
        refusedEntries: tree.failed.count + plan.refused.count,
        room: await this.room(plan),
      };
    });
  }

  /** Copies the source into the target; called again for the same task, it continues. */
  async move(body: MoveBody, control: MoveControl): Promise<MoveResult> {
    const target = targetOf(body.target);
    let result: MoveResult | undefined;
    await this.placements.place({
      taskId: body.taskId,
      target,
      ifExists: 'overwrite',
      signal: control.signal,
      grow: async (work) => {
        const copied = await this.connected(body, control, (connected) => this.copy(work, body, connected));
        using tree = ensureFolder(work, TREE_FOLDER, 0o755);
        await flushTree(tree, new LoopYield(control.signal));
        return copied;
      },
      tree: (work) => ensureFolder(work, TREE_FOLDER, 0o755),
      finish: async (work) => {
        result = await this.removeGone(work);
      },
    });
    if (!result) throw new Refusal('outcome-unknown');
    return result;
  }

  /** Undoes what an unfinished move has placed, and removes what it had copied. */
  async drop(taskId: number): Promise<void> {
    await this.placements.drop(taskId);
  }

  private async connected<T>(
    { source, target: to, allowed, own, only }: Omit<MoveBody, 'taskId' | 'removeGone'>,
    control: MoveControl,
    act: (connected: Connected) => Promise<T>,
  ): Promise<T> {
    const target = targetOf(to);
    const stopper = new AbortController();
    const signal = AbortSignal.any([control.signal, stopper.signal]);
    const stop = (error: unknown) => stopper.abort(error);
    using pace = new Pace(source.server, this.limits, stop);
    const progress = new MoveProgress(control.progress, (bytes) => pace.count(bytes));
    const pool = await openSource({ source, networks: { allowed, own }, limits: this.limits, signal });
    try {
      const facts = await pool.use(async (session) => session.facts);
      const wanted = new WantedPaths(only);
      const found = (files: number, bytes: number, folder: string) => progress.found(files, bytes, folder);
      const { entriesMax } = this.limits;
      const tree = await scanSource({ pool, entriesMax, depthBefore: target.length, wanted, found, stop });
      const encoding = encodingFor(source.encoding, tree);
      return await act({ pool, progress, signal, stop, tree, encoding, facts });
    } catch (error) {
      // What stopped the others is the cause, not that they were stopped.
      throw isRefusal(stopper.signal.reason) ? stopper.signal.reason : refusalOf(error);
    } finally {
      pool.close();
    }
  }

  private compare(
    { tree, encoding, signal }: Connected,
    target: readonly string[],
    { findGone }: { readonly findGone: boolean },
  ): Promise<MovePlan> {
    const { root } = this.disk;
    // An empty source is a mistake, not a reason to empty the target.
    const mayFind = findGone && tree.files > 0;
    return compareWithTarget({
      tree,
      root,
      target,
      encoding,
      pace: new LoopYield(signal),
      findGone: mayFind,
    });
  }

  private async copy(work: Folder, body: MoveBody, connected: Connected): Promise<ExtractionResult> {
    const { pool, progress, signal, stop, tree, encoding } = connected;
    const findGone = body.removeGone && body.only === null;
    const plan = await this.compare(connected, targetOf(body.target), { findGone });
    progress.expect(plan.copies.length, plan.bytes);
    using stage = new MoveStage(work, { disk: this.disk, spared: plan.spared });
    await this.ensureRoom(plan, stage);
    for (const folder of plan.newFolders) stage.makeFolder(folder);
    const job = { pool, stage, progress, limits: this.limits, signal, stop };
    const fetched = await fetchFiles(plan.copies, job);
    await stage.dropParts();
    signal.throwIfAborted();
    const result = resultOf(plan, fetched, { tree, encoding });
    writeRecord(work, result, plan.gone);
    const { files, bytes } = fetched;
    return { files, bytes, skipped: plan.unchanged, refused: plan.refused.count, failed: [] };
  }

  /** Refuses bytes that exceed the quota or the disk. What an earlier process has fetched is there already. */
  private async ensureRoom(plan: MovePlan, stage: MoveStage): Promise<void> {
    let missing = 0;
    for (const planned of plan.copies) missing += stage.has(planned) ? 0 : planned.file.size;
    if (missing + SPARE_BYTES > this.freeBytes()) throw new Refusal('disk-full');
    await this.disk.quota.ensureRoom(missing - plan.spared, missing);
  }

  private freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.disk.root.self);
    return bavail * bsize;
  }

  /** Bytes that a move may bring in; null: the quota sets no limit. */
  private async room(plan: MovePlan): Promise<number | null> {
    const left = await this.disk.quota.left();
    if (left === undefined) return null;
    return Math.max(0, Math.min(left + plan.spared, this.freeBytes() - SPARE_BYTES));
  }

  /** Moves what the source lacks to the recycle bin, as far as an earlier process has not done it. */
  private async removeGone(work: Folder): Promise<MoveResult> {
    const result = readResult(work);
    if (!result) throw new Refusal('outcome-unknown');
    const gone = readGone(work);
    let { entries, files: removedFiles } = readRemoved(work);
    for (; entries < gone.length; entries += BIN_AT_ONCE) {
      removedFiles += await this.bin(gone.slice(entries, entries + BIN_AT_ONCE));
      noteRemoved(work, { entries: entries + BIN_AT_ONCE, files: removedFiles });
    }
    const complete = { ...result, removedFiles };
    writeResult(work, complete);
    return complete;
  }

  /**
   * Moves entries to the recycle bin; one that is protected or was removed meanwhile does not stop the others.
   * @returns files that are gone
   */
  private async bin(entries: readonly GoneEntry[]): Promise<number> {
    try {
      await this.disk.bin.take(entries, new AbortController().signal);
    } catch (error) {
      if (!isRefusal(refusalOf(error))) throw error;
      if (entries.length > 1) {
        let sum = 0;
        for (const entry of entries) sum += await this.bin([entry]);
        return sum;
      }
    }
    return entries.reduce((sum, entry) => sum + (this.isThere(entry) ? 0 : entry.files), 0);
  }

  private isThere({ folder, name }: GoneEntry): boolean {
    try {
      using parent = walk(this.disk.root, folder);
      return parent.lstat(name) !== undefined;
    } catch {
      return false;
    }
  }
}

function encodingFor(wanted: MoveBody['source']['encoding'], { isUtf8 }: SourceTree): SourceEncoding {
  if (wanted !== 'auto') return wanted;
  return isUtf8 ? 'utf-8' : 'gb18030';
}

function goneSample({ gone }: MovePlan, target: readonly string[]): MoveCheck['gone'] {
  const sample = gone.slice(0, MOVE_LISTED_MAX).map(({ folder, name }) => {
    return [...folder.slice(target.length), name.toString()].join('/');
  });
  return { files: gone.reduce((sum, { files }) => sum + files, 0), sample };
}

/** Entries that are left out, and folders that the server does not list. */
function refusedSample({ refused }: MovePlan, { tree, encoding }: Connected): MoveCheck['refused'] {
  const unlisted = tree.failed.sample.map(({ path, reason }) => ({
    path: shownName(path, encoding),
    reason,
  }));
  return [...unlisted, ...refused.sample].slice(0, MOVE_LISTED_MAX);
}

function resultOf(
  plan: MovePlan,
  fetched: Fetched,
  { tree, encoding }: Pick<Connected, 'tree' | 'encoding'>,
): MoveResult {
  const failed = new LeftOut<string>(MOVE_FAILED_MAX);
  for (const { path, reason } of tree.failed.sample) failed.add(shownName(path, encoding), reason);
  for (const { path, reason } of fetched.failed.sample) failed.add(path, reason);
  return {
    copiedFiles: fetched.files,
    copiedBytes: fetched.bytes,
    unchangedFiles: plan.unchanged,
    removedFiles: 0,
    failed: failed.sample,
    failedFiles: tree.failed.count + fetched.failed.count,
  };
}

import type { Disk } from '../disk';
import type { ChildBodies } from '#files/link/child-messages';
import { LoopYield } from '../loop-yield';
import type { Folder } from '../tree/walk';
import { ensureFolder } from '../tree/work-folder';
import { detectFormat } from './archive-format';
import { EntryGate } from './entry-gate';
import { holdArchive, targetOf } from './open-archive';
import type { ExtractionResult } from './place-journal';
import { Placements } from './placements';
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

const RULES = {
  folder: 'extract',
  cause: 'extract',
  undoneName: 'extracted',
  resumes: false,
  lastUsed: (_work: Folder, { mtimeMs }: { readonly mtimeMs: number }) => mtimeMs,
} as const;
const TREE = 'tree';

/** Extractions of one host, and what root has restored for it: both are placed by `Placements`. */
export class Extractions {
  private readonly placements: Placements;

  constructor(
    private readonly disk: Disk,
    private readonly threads: UnzipThreads,
  ) {
    this.placements = new Placements(disk, RULES);
  }

  /** Removes what earlier processes left and no task will continue. */
  sweep(): void {
    this.placements.sweep();
  }

  extract(body: ExtractBody, control: ExtractControl): Promise<ExtractionResult> {
    return this.placements.place({
      ...body,
      target: targetOf(body.to),
      signal: control.signal,
      grow: (work) => this.unpack(work, body, control),
      tree: (work) => ensureFolder(work, TREE, 0o755),
    });
  }

  /** Moves a tree that root has restored for this task from its private folder into the site. */
  placeRestored(
    { taskId, files, bytes }: ChildBodies['placeRestored'],
    signal: AbortSignal,
  ): Promise<ExtractionResult> {
    const { disk } = this;
    return this.placements.place({
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
    });
  }

  /** Undoes what an unfinished extraction has placed, and removes its folder. @returns whether it was finished */
  drop(taskId: number): Promise<boolean> {
    return this.placements.drop(taskId);
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
}

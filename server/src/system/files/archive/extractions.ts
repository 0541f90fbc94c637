import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import type { CallRequest, extractArchive } from '@sitedeck/contract';
import type { Disk } from '../disk';
import { refusalOf } from '../errno';
import { Pace } from '../pace';
import { removeTree } from '../remove-tree';
import type { Folder } from '../walk';
import { ensureFolder } from '../work-folder';
import { shapeOf } from './archive-format';
import { EntryGate } from './entry-gate';
import { holdArchive, targetOf } from './held-archive';
import { keepReplaced, placeTree, undoPlacing } from './place-tree';
import { PlaceJournal, readJournal, type Extracted } from './place-journal';
import { Stage } from './stage';
import { TargetLook } from './target-look';
import { unpackStream } from './untar';
import { unzip } from './unzip';
import type { UnzipLanes } from './unzip-pool';
import { mostBytes } from './unpack-job';
import { UnpackProgress, type Unpacking } from './unpack-progress';

export type ExtractBody = CallRequest<typeof extractArchive>['body'] & { readonly taskId: number };

export interface ExtractControl {
  readonly signal: AbortSignal;
  readonly progress: (progress: Unpacking) => void;
}

const FOLDER = 'extract';
const TREE = 'tree';
/** An extraction that was being put into place waits this long for its task to come back. */
const LEFT_MS = 24 * 3600_000;

/**
 * Extractions of one host. Each has a private folder named after its task: first a tree grows there, then it is moved
 * into place. Killed before that, nothing is seen of it; killed in between, the next run of the task goes on.
 */
export class Extractions {
  private readonly running = new Map<number, Promise<unknown>>();
  private swept: Promise<void> = Promise.resolve();

  constructor(
    private readonly disk: Disk,
    private readonly lanes: UnzipLanes,
  ) {}

  /** Removes what earlier lives left behind and no task will ask for. */
  sweep(): void {
    this.swept = this.removeLeft().catch(() => undefined);
  }

  extract(body: ExtractBody, control: ExtractControl): Promise<Extracted> {
    return this.alone(body.taskId, () => this.run(body, control));
  }

  /** Takes back what an unfinished extraction had put into place, and removes what it holds. */
  drop(taskId: number): Promise<void> {
    return this.alone(taskId, async () => {
      using folder = this.open();
      if (folder.look(String(taskId))) await this.clean(folder, taskId);
    });
  }

  private async alone<T>(taskId: number, act: () => Promise<T>): Promise<T> {
    await this.swept;
    while (this.running.has(taskId)) await this.running.get(taskId)?.catch(() => undefined);
    const result = act().finally(() => this.running.delete(taskId));
    this.running.set(taskId, result);
    return result;
  }

  private open(): Folder {
    using place = this.disk.root.place();
    return ensureFolder(place, FOLDER, 0o700);
  }

  private async run(body: ExtractBody, control: ExtractControl): Promise<Extracted> {
    using folder = this.open();
    const name = String(body.taskId);
    const before = folder.look(name) ? this.before(folder, name) : ({ is: 'none' } as const);
    if (before.is === 'done') return before.info;
    if (before.is === 'none') await this.removeNow(folder, name);
    try {
      using work = ensureFolder(folder, name, 0o700);
      if (before.is === 'placing') return await this.place(work, body, { ...before, signal: control.signal });
      const info = await this.unpack(work, body, control);
      return await this.place(work, body, { info, steps: [], signal: control.signal });
    } catch (error) {
      if (folder.look(name)) await this.clean(folder, body.taskId);
      throw refusalOf(error);
    }
  }

  private before(folder: Folder, name: string) {
    using work = folder.enter(name);
    return readJournal(work);
  }

  private async unpack(work: Folder, body: ExtractBody, control: ExtractControl): Promise<Extracted> {
    const target = targetOf(body.to);
    const { disk } = this;
    const { signal } = control;
    using archive = holdArchive(disk, body);
    using look = new TargetLook(disk.root, target);
    using tree = ensureFolder(work, TREE, 0o755);
    using stage = new Stage(tree);
    const gate = new EntryGate(look, target.length);
    const [pace, progress] = [new Pace(signal), new UnpackProgress(control.progress)];
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
      const most = mostBytes(archive.fileSize);
      const shape = await shapeOf({ ...archive, signal, most });
      await (shape.is === 'zip' ? unzip(job, this.lanes) : unpackStream(job, shape));
    } catch (error) {
      disk.quota.count(-written.bytes);
      throw error;
    } finally {
      await this.lanes.close();
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
    body: ExtractBody,
    { info, steps, signal }: Pick<PlaceJournal, 'info' | 'steps'> & { signal: AbortSignal },
  ): Promise<Extracted> {
    const { disk } = this;
    using journal = new PlaceJournal(work, info, steps);
    using tree = ensureFolder(work, TREE, 0o755);
    const target = targetOf(body.to);
    const placing = { disk, work, journal, pace: new Pace(signal) };
    await placeTree(placing, { tree, target, ifExists: body.ifExists });
    journal.finish();
    // All of it is there: nobody stops this any more.
    await keepReplaced({ ...placing, pace: new Pace(new AbortController().signal) });
    return info;
  }

  /**
   * What was put into place is taken back; what lies aside loses its name at once and goes behind the answer: a tree may
   * be large, and whoever cancels does not wait for it.
   */
  private async clean(folder: Folder, taskId: number): Promise<void> {
    const name = String(taskId);
    {
      using work = folder.enter(name);
      const before = readJournal(work);
      const pace = new Pace(new AbortController().signal);
      if (before.is === 'placing') {
        await undoPlacing({ disk: this.disk, work, pace }, before.steps);
        this.disk.quota.count(-before.info.bytes);
      }
    }
    const gone = `gone-${randomBytes(6).toString('hex')}`;
    renameSync(folder.at(name), folder.at(gone));
    const own = folder.again();
    void this.removeNow(own, gone)
      .catch(() => undefined)
      .finally(() => own[Symbol.dispose]());
  }

  private async removeNow(folder: Folder, name: string): Promise<void> {
    await removeTree({ folder, name, aside: folder, signal: new AbortController().signal });
  }

  private async removeLeft(): Promise<void> {
    using folder = this.open();
    for (const name of folder.names()) {
      const isTask = /^\d+$/.test(name.toString());
      const age = Date.now() - (folder.look(name)?.mtimeMs ?? 0);
      if (isTask && age < LEFT_MS && this.before(folder, String(name)).is !== 'none') continue;
      await this.removeNow(folder, String(name));
    }
  }
}

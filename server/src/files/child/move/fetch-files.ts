import { setTimeout as sleep } from 'node:timers/promises';
import { MOVE_FAILED_MAX, type FaultReason } from '@sitedeck/contract';
import { LoopYield } from '../loop-yield';
import type { PlannedFile } from './compare-target';
import type { MoveProgress } from './move-progress';
import type { MoveStage } from './move-stage';
import { TooManyBytes, type PartFile } from './part-file';
import { joinRaw } from './raw-names';
import type { SessionPool } from './session-pool';
import { CannotResume, ConnectionLost, SourceRefusal, type SourceLimits, type SourceSession } from './source';
import { LeftOut } from './source-tree';
import { WorkQueue } from './work-queue';

/** Attempts for one file that bring no new byte, before it counts as failed. */
const ATTEMPTS_MAX = 4;
/** Larger files are compared by size and time alone, bytes: for their hash the server may need longer than we wait. */
const HASHED_MAX = 512 * 1024 * 1024;

export interface FetchJob {
  readonly pool: SessionPool;
  readonly stage: MoveStage;
  readonly progress: MoveProgress;
  readonly limits: SourceLimits;
  readonly signal: AbortSignal;
  /** Stops what runs. */
  readonly stop: (error: unknown) => void;
}

export interface Fetched {
  files: number;
  bytes: number;
  readonly failed: LeftOut<string>;
}

/** The file is not what its listing said, or its hash is another one: the next attempt may be right. */
const differs = () => new SourceRefusal('move-file-differs' satisfies FaultReason, true);

/** Reason of a failed file: a fault's reason, or the server's own words. */
function reasonOf(error: unknown): string {
  if (error instanceof SourceRefusal) return error.reply;
  if (error instanceof ConnectionLost) return error.why;
  return 'move-file-differs' satisfies FaultReason;
}

const isOfFile = (error: unknown): boolean =>
  error instanceof SourceRefusal || error instanceof ConnectionLost || error instanceof TooManyBytes;

class Fetcher {
  readonly fetched: Fetched = { files: 0, bytes: 0, failed: new LeftOut(MOVE_FAILED_MAX) };

  constructor(private readonly job: FetchJob) {}

  async fetch(planned: PlannedFile): Promise<void> {
    const { stage, progress } = this.job;
    if (!stage.has(planned)) {
      const error = await this.attempts(planned);
      if (error !== undefined) {
        this.fetched.failed.add([...planned.folder.parts, planned.name].join('/'), reasonOf(error));
        return progress.failed();
      }
    } else progress.arrived(planned.file.size);
    this.fetched.files += 1;
    this.fetched.bytes += planned.file.size;
    progress.completed(planned.name);
  }

  /** @returns the last error if the file failed */
  private async attempts(planned: PlannedFile): Promise<unknown> {
    let last: unknown;
    for (let attempt = 1, most = 0; attempt <= ATTEMPTS_MAX; attempt += 1) {
      try {
        await this.attempt(planned, last !== undefined);
        return undefined;
      } catch (error) {
        if (!isOfFile(error)) throw error;
        if (error instanceof SourceRefusal && !error.mayPass) return error;
        last = error;
      }
      // A lost connection that has brought more bytes begins a new count.
      const bytes = this.bytesOf(planned);
      if (last instanceof ConnectionLost && bytes > most) attempt = 0;
      most = Math.max(most, bytes);
      if (last instanceof SourceRefusal) await this.pause();
    }
    return last;
  }

  private async pause(): Promise<void> {
    await sleep(this.job.limits.pauseMs, undefined, { signal: this.job.signal });
  }

  private bytesOf(planned: PlannedFile): number {
    using part = this.job.stage.openPart(planned);
    return part.bytes;
  }

  private async attempt(planned: PlannedFile, isAgain: boolean): Promise<void> {
    await this.job.pool.use(async (session) => {
      if (isAgain) await this.refresh(session, planned);
      using part = this.job.stage.openPart(planned);
      await this.transfer(session, planned, part);
      await this.verify(session, planned, part);
      part.stamp(planned.file.time?.ms);
      this.job.stage.complete(part, planned);
    });
  }

  /** The source may have changed the file since it was listed. */
  private async refresh(session: SourceSession, { folder, raw, file }: PlannedFile): Promise<void> {
    const [state] = await session.states([joinRaw(folder.raw, raw)]);
    if (state?.size === undefined || !state.time) return;
    this.job.progress.expectMore(state.size - file.size);
    file.size = state.size;
    file.time = state.time;
  }

  private async transfer(session: SourceSession, { folder, raw, file }: PlannedFile, part: PartFile) {
    const { progress, pool } = this.job;
    const path = joinRaw(folder.raw, raw);
    if (part.bytes > file.size) part.restart();
    progress.arrived(part.bytes);
    let counted = part.bytes;
    const take = (chunk: Buffer) => {
      part.take(chunk, file.size);
      counted += chunk.length;
      progress.arrived(chunk.length, raw);
      pool.progressed();
    };
    try {
      if (part.bytes === file.size && file.size > 0) return;
      await session.read(path, part.bytes, take).catch((error: unknown) => {
        if (!(error instanceof CannotResume)) throw error;
        progress.arrived(-part.bytes);
        part.restart();
        counted = 0;
        return session.read(path, 0, take);
      });
      if (part.bytes !== file.size) throw differs();
    } catch (error) {
      // The next attempt counts what is there.
      progress.arrived(-counted);
      throw error;
    }
  }

  private async verify(session: SourceSession, { folder, raw, file }: PlannedFile, part: PartFile) {
    if (file.size > HASHED_MAX) return;
    const hash = await session.hash(joinRaw(folder.raw, raw));
    if (!hash || hash.hex.includes(await part.hash(hash.algorithm, new LoopYield(this.job.signal)))) return;
    this.job.progress.arrived(-file.size);
    part.restart();
    throw differs();
  }
}

/**
 * Fetches files into the stage, many at a time. A lost connection continues where it was; a file that fails for good is
 * listed, and the others go on.
 */
export async function fetchFiles(copies: readonly PlannedFile[], job: FetchJob): Promise<Fetched> {
  const fetcher = new Fetcher(job);
  if (copies.length === 0) return fetcher.fetched;
  const lanes = await job.pool.use(async (session) => job.pool.lanesOf(session));
  const queue = new WorkQueue([...copies].reverse());
  await queue.drain(lanes, (planned) => fetcher.fetch(planned), job.stop);
  return fetcher.fetched;
}

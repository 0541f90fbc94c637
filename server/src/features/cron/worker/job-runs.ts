import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { CRON_JOBS_MAX, CRON_OUTPUT_BYTES, CRON_RUN_MS, type HostCode } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { runCaged, type CageMachine, type CommandEnd } from '#sites/worker/caged-command';
import type { Db } from '#state/db';
import { makeFairQueue } from '#system/concurrency/queue';
import { addRun, noteEnd, noteMissed, noteSkip, noteStart, type CronJobRow, type RunEnd } from '../job-store';

/** Jobs of all hosts that run at once, and of one host. */
const RUNS_AT_ONCE = 24;
const RUNS_PER_HOST = 3;
/** A job that has waited for its turn so long has missed its time, ms. */
const WAIT_MS = 10 * 60_000;
/** Pause before a result is stored again after the database failed, ms. */
const STORE_PAUSE_MS = 2000;

export interface JobRunsParts extends CageMachine {
  readonly db: Db;
  readonly rootOf: (hostCode: HostCode) => string;
  readonly log: Logger;
  readonly now: () => number;
  /** Limit of a run, ms. */
  readonly limitMs?: number;
}

/** Why a run is ended before its command has. */
type EndReason = 'ended' | 'interrupted';

interface ActiveRun {
  readonly hostCode: HostCode;
  readonly jobId: number;
  readonly abort: AbortController;
  /** Id of its row. */
  readonly row: Promise<number>;
  /** Resolves when its cage has ended. */
  over: Promise<unknown>;
  /** Resolves when its result is recorded. */
  done: Promise<void>;
}

interface RunRequest {
  /** When it was due, or requested. */
  readonly at: Date;
  readonly isManual: boolean;
}

const STATES = { timeout: 'timeout', aborted: 'ended' } as const;

/** Runs jobs in the cages of their hosts, and records the results. One run of a job at a time. */
export class JobRuns {
  private readonly active = new Map<number, ActiveRun>();
  private readonly inTurn = makeFairQueue(RUNS_AT_ONCE, CRON_JOBS_MAX, RUNS_PER_HOST);
  private isStopped = false;

  constructor(private readonly parts: JobRunsParts) {}

  isActive(jobId: number): boolean {
    return this.active.has(jobId);
  }

  /** Records the run and starts it when its turn comes. Refuses with `cron-running`. */
  async start(job: CronJobRow, request: RunRequest): Promise<void> {
    const { db } = this.parts;
    if (this.active.has(job.id)) throw new Refusal('cron-running');
    const row = addRun(db, { jobId: job.id, state: 'waiting', ...request });
    const run: ActiveRun = {
      ...{ hostCode: job.host_code, jobId: job.id, abort: new AbortController(), row },
      ...{ over: Promise.resolve(), done: Promise.resolve() },
    };
    this.active.set(job.id, run);
    if (this.isStopped) run.abort.abort('interrupted');
    const ended = this.runInTurn(run, job);
    run.over = ended;
    run.done = this.record(run, ended).finally(() => this.active.delete(job.id));
    await row;
  }

  /** Counts a scheduled time of a job that still runs. */
  async skip(jobId: number): Promise<void> {
    const run = this.active.get(jobId);
    if (run) await noteSkip(this.parts.db, await run.row);
  }

  /** Ends the run of a job. */
  endJob(jobId: number): Promise<void> {
    return this.end('ended', (run) => run.jobId === jobId);
  }

  /** Ends the runs of a host. */
  endHost(hostCode: HostCode): Promise<void> {
    return this.end('ended', (run) => run.hostCode === hostCode);
  }

  /** Ends the runs of all hosts that are not served. */
  keepOnly(served: ReadonlySet<HostCode>): Promise<void> {
    return this.end('ended', ({ hostCode }) => !served.has(hostCode));
  }

  /** Ends all runs, permanently. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const ending = [...this.active.values()];
    await this.end('interrupted', () => true);
    await Promise.all(ending.map(({ done }) => done));
  }

  private async end(reason: EndReason, isMeant: (run: ActiveRun) => boolean): Promise<void> {
    const ending = [...this.active.values()].filter(isMeant);
    for (const { abort } of ending) abort.abort(reason);
    await Promise.all(ending.map(({ over }) => over));
  }

  /** Resolves to the end of a run; undefined if it did not get its turn. Never rejects. */
  private async runInTurn(run: ActiveRun, job: CronJobRow): Promise<RunEnd | undefined> {
    const { log, now } = this.parts;
    const signal = AbortSignal.any([run.abort.signal, AbortSignal.timeout(WAIT_MS)]);
    try {
      return await this.inTurn(run.hostCode, () => this.runJob(run, job), { signal });
    } catch (err) {
      if (isRefusal(err)) return this.endOf(run);
      log.warn({ err, host: run.hostCode }, 'a scheduled job could not be run');
      return { state: 'interrupted', at: new Date(now()) };
    }
  }

  /** Never rejects: a run without a result shows as interrupted after the next start. */
  private async record(run: ActiveRun, ended: Promise<RunEnd | undefined>): Promise<void> {
    const { db, log, now } = this.parts;
    try {
      const end = await ended;
      const id = await run.row;
      await this.stored(() => (end ? noteEnd(db, id, end) : noteMissed(db, id, new Date(now()))));
    } catch (err) {
      log.warn({ err, host: run.hostCode }, 'the result of a scheduled job is not stored');
    }
  }

  /** The end of a run that never started; undefined if it did not get its turn. */
  private endOf({ abort: { signal } }: ActiveRun): RunEnd | undefined {
    if (!signal.aborted) return undefined;
    const state = signal.reason === 'interrupted' ? 'interrupted' : 'ended';
    return { state, at: new Date(this.parts.now()) };
  }

  private async runJob(run: ActiveRun, job: CronJobRow): Promise<RunEnd | undefined> {
    const { db, now, rootOf, limitMs = CRON_RUN_MS } = this.parts;
    // Read after the run has become active: a host that is closed later ends it.
    const host = await db
      .selectFrom('host')
      .select(['uid', 'service_status'])
      .where('code', '=', run.hostCode)
      .executeTakeFirst();
    if (host?.service_status !== 'NORMAL') run.abort.abort('ended');
    if (!host || run.abort.signal.aborted) return this.endOf(run);
    await noteStart(db, await run.row, new Date(now()));
    const root = rootOf(run.hostCode);
    const command = {
      hostCode: run.hostCode,
      root,
      uid: host.uid,
      // The command is one line for a shell.
      program: { file: '/bin/sh', args: ['-c', job.command] },
      folder: join(root, 'wwwroot'),
    };
    const limits = { signal: run.abort.signal, limitMs, outputBytes: CRON_OUTPUT_BYTES };
    const ended = await runCaged(this.parts, command, limits);
    const { exitStatus, output, outputBytes } = ended;
    return { state: this.stateOf(run, ended), at: new Date(now()), exitStatus, output, outputBytes };
  }

  private stateOf({ abort: { signal } }: ActiveRun, { is, exitStatus }: CommandEnd): RunEnd['state'] {
    if (is === 'exit') return exitStatus === 0 ? 'ok' : 'failed';
    return signal.reason === 'interrupted' ? 'interrupted' : STATES[is];
  }

  /** Stores a result again until the database takes it, or this process stops. */
  private async stored(store: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await store();
        return;
      } catch (error) {
        if (this.isStopped) throw error;
        await sleep(STORE_PAUSE_MS, undefined, { ref: false });
      }
    }
  }
}

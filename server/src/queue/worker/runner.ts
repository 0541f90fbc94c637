import { sql } from 'kysely';
import type { Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';
import { scopeOfTask } from '#sites/host-scope';
import { isSuspended } from '#sites/is-suspended';
import { readHost } from '#sites/live-hosts';
import type { Db } from '#state/db';
import { listenForChanges } from '#state/live';
import type { TaskRow } from '#state/tables';
import { repeat } from '#system/concurrency/repeat';
import { LANES, openBoss, type Boss, type JobData } from '../boss';
import { makeTaskStore } from '../task-store';
import { takeNodeLock } from './node-lock';
import { runTask, type ImplementedTask, type RunRequest, type StopReason } from './run-task';

/** Cancellations are announced; this poll only catches what an announcement missed, ms. */
const CANCEL_POLL_MS = 1000;
/** New jobs are announced; a slot without a job asks only for those that an announcement missed, s. */
const BACKSTOP_S = 5;
/** The same while the connection for announcements is down. */
const POLL_S = 0.5;
/** A task during which this many workers were lost is not given to another. */
const ATTEMPTS_MAX = 5;
/** Running tasks get this long to reach a safe point when the worker stops, ms. */
const STOP_MS = 10_000;

export interface RunnerParts {
  readonly db: Db;
  readonly url: string;
  readonly node: string;
  readonly tasks: readonly ImplementedTask[];
  readonly log: Logger;
  /** How often a slot without a job asks although nothing was announced, s. */
  readonly backstopS?: number;
  /** Called when the connection that makes this the only worker of the node is lost: end the process. */
  readonly onLockLost: () => void;
}

export interface Runner {
  stop(): Promise<void>;
}

interface Running {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Returns the jobs of a lost worker to their queue. Call only while holding the node lock. */
async function giveBackLeftOvers(boss: PgBoss, name: string, log: Logger): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select id from pgboss.job where name = $1 and state = 'active'`, [name]);
  const ids = z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map((row) => row.id);
  if (ids.length === 0) return;
  log.warn({ jobs: ids.length }, 'taking over from a lost worker');
  await boss.fail(name, ids, { reason: 'worker-lost' });
}

/** Claims a task for this worker; undefined if nothing is left to do for it. */
async function claim(db: Db, taskId: number): Promise<TaskRow | undefined> {
  return db
    .updateTable('task')
    .set({
      status: 'RUNNING',
      attempts: sql<number>`attempts + 1`,
      started_at: sql<Date>`coalesce(started_at, now())`,
      updated_at: new Date(),
    })
    .where('id', '=', taskId)
    .where('status', 'in', ['WAIT', 'RUNNING'])
    .returningAll()
    .executeTakeFirst();
}

function before({ attempts }: TaskRow): RunRequest['before'] {
  if (attempts <= 1) return 'none';
  return attempts > ATTEMPTS_MAX ? 'lost-too-often' : 'lost';
}

class TaskRunner {
  private readonly running = new Map<number, Running>();
  private readonly store;
  private stopping = false;
  readonly backstopS: number;

  constructor(private readonly parts: RunnerParts) {
    this.store = makeTaskStore(parts.db);
    this.backstopS = parts.backstopS ?? BACKSTOP_S;
  }

  /** Handles one job. Throws if the queue must hand out the task again. */
  async handle(taskId: number): Promise<void> {
    if (this.stopping) throw new Error('The worker stops');
    // The job was handed out again during its first run: both wait for the same run.
    if (this.running.has(taskId)) return this.running.get(taskId)?.done;
    const controller = new AbortController();
    const run = this.runClaimed(taskId, controller.signal).finally(() => this.running.delete(taskId));
    this.running.set(taskId, { controller, done: run });
    await run;
  }

  private async runClaimed(taskId: number, signal: AbortSignal): Promise<void> {
    const { db, tasks, log } = this.parts;
    const task = await claim(db, taskId);
    if (!task) return;
    const kind = tasks.find((candidate) => candidate.type === task.type);
    const host = await readHost(db, task.host_code);
    if (!host) return;
    if (!kind) {
      log.error({ task: task.id, kind: task.type }, 'this worker does not know the kind');
      await this.store.finish(task.id, { status: 'RUNNING_FAIL', info: { reason: 'worker-lost' } });
      return;
    }
    const request: RunRequest = {
      ...{ task, kind, signal, scope: scopeOfTask(task, host), before: before(task) },
      isSuspended: () => isSuspended(db, task.host_code),
    };
    const outcome = await runTask(request, { store: this.store, log });
    if (outcome === 'left') throw new Error('Left for the next worker');
  }

  cancel(taskId: number): void {
    this.running.get(taskId)?.controller.abort('cancelled' satisfies StopReason);
  }

  async cancelRequested(): Promise<void> {
    if (this.running.size === 0) return;
    const rows = await this.parts.db
      .selectFrom('task')
      .select('id')
      .where('id', 'in', [...this.running.keys()])
      .where('cancel_requested', '=', true)
      .execute();
    for (const row of rows) this.cancel(row.id);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const run of this.running.values()) run.controller.abort('worker-stops' satisfies StopReason);
    const all = Promise.allSettled([...this.running.values()].map((run) => run.done));
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, STOP_MS)));
    await Promise.race([all, limit]);
    clearTimeout(timer);
  }
}

interface Lane {
  readonly name: string;
  readonly concurrency: number;
}

/** Runs the jobs of a lane in its slots. Each slot is a worker of its own in pg-boss, which is woken by its id. */
async function work({ boss }: Boss, { name, concurrency }: Lane, runner: TaskRunner): Promise<void> {
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: POLL_S,
    notifyPollingIntervalSeconds: runner.backstopS,
  };
  for (let slot = 0; slot < concurrency; slot += 1) {
    const id: string = await boss.work<JobData>(name, options, async ([job]: Job<JobData>[]) => {
      if (job) await runner.handle(job.data.taskId);
      // The end of a job is not announced, and the host's next one may wait for it: this slot asks again at once.
      boss.notifyWorker(id);
    });
  }
}

/** Takes over the queues of a node and runs its tasks until stopped. */
export async function startRunner(parts: RunnerParts): Promise<Runner> {
  const { url, node, log } = parts;
  const ended = new AbortController();
  const lock = await takeNodeLock(url, node, { signal: ended.signal, onLost: parts.onLockLost });
  const boss = await openBoss({ url, log, supervise: true });
  await boss.ensureQueues(node);
  const queues = Object.values(LANES).map(({ queueName, concurrency }) => ({
    name: queueName(node),
    concurrency,
  }));
  for (const { name } of queues) await giveBackLeftOvers(boss.boss, name, log);
  const runner = new TaskRunner(parts);
  const onFailed = (err: unknown) => log.warn({ err }, 'cancellations not read');
  const readCancellations = () => runner.cancelRequested();
  const feed = await listenForChanges(url, {
    onChange: (change) => {
      if (change.is === 'task') readCancellations().catch(onFailed);
    },
    onConnected: () => undefined,
  });
  const polling = repeat(readCancellations, { pauseMs: CANCEL_POLL_MS, onFailed });
  for (const queue of queues) await work(boss, queue, runner);
  return {
    stop: async () => {
      ended.abort();
      await runner.stop();
      await polling.stop();
      for (const { name } of queues) await boss.boss.offWork(name, { wait: false }).catch(() => undefined);
      await boss.close();
      await feed.close();
      await lock.release();
    },
  };
}

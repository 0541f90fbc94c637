import { sql } from 'kysely';
import {
  faultMessage,
  TASK_KINDS,
  type HostCode,
  type PostStatus,
  type TaskKind,
  type TaskCounts,
  type TaskStatus,
  type TaskStep,
} from '@sitedeck/contract';
import type { Db } from '#state/db';
import { announce } from '#state/live';
import { storedJson } from '#state/stored-json';
import type { TaskRow } from '#state/tables';
import { isRefusal, Refusal } from '#faults/refusal';

const OPEN: TaskStatus[] = ['WAIT', 'RUNNING'];
const LOCKING = Object.entries(TASK_KINDS)
  .filter(([, kind]) => kind.locks)
  .map(([name]) => name as TaskKind);

export interface NewTask {
  readonly hostCode: HostCode;
  readonly type: TaskKind;
  /**
   * Becomes `taskParam`, except `hidden`, which is removed when the task ends. The parameters of an upload
   * contain its `uploadId`.
   */
  readonly params: Readonly<Record<string, unknown>>;
  readonly operator: string;
  readonly status: 'WAIT' | 'RUNNING';
  /** How long the workspace lock of a leased task holds without a renewal, ms; undefined for other kinds. */
  readonly leaseMs?: number;
  readonly steps?: readonly TaskStep[];
  /** By which its result is requested. */
  readonly preTaskCode?: string | undefined;
}

export interface Ending {
  readonly status: Exclude<TaskStatus, 'WAIT' | 'RUNNING'>;
  /** Becomes `taskInfo`; for a failure `{reason, message, id}`. */
  readonly info?: Readonly<Record<string, unknown>>;
  /** What follows the task; absent: nothing. */
  readonly postStatus?: PostStatus;
}

/** What finds the log entry of a task's failure. */
export const taskReference = (taskId: number): string => `task-${taskId}`;

/** The `taskInfo` of a failure: the fault's reason and message, or for a bug the id of its log entry. */
export function failureOf(error: unknown, taskId: number): Readonly<Record<string, unknown>> {
  const id = taskReference(taskId);
  if (!isRefusal(error))
    return { reason: 'internal', message: faultMessage('internal', 'zh-CN', { id }), id };
  const { values, field } = error.detail;
  const words = { ...(field && { field }), ...values };
  return { ...words, reason: error.reason, message: faultMessage(error.reason, 'zh-CN', words), id };
}

export interface TaskStore {
  /** Refuses with `host-gone`, or with `workspace-busy` if the kind locks and another task holds the lock. */
  create(task: NewTask, trx?: Db): Promise<TaskRow>;
  get(id: number): Promise<TaskRow | undefined>;
  byUpload(hostCode: HostCode, uploadId: string): Promise<TaskRow | undefined>;
  progress(id: number, progress: TaskCounts, steps?: readonly TaskStep[]): Promise<void>;
  /** Takes the lock again if the lease has expired. Refuses with `workspace-busy` or `task-ended`. */
  renewLease(id: number, ms: number): Promise<void>;
  /** Gives up the lock of a leased task until the next renewal. */
  releaseLease(id: number): Promise<void>;
  /** Ends an open task; false if it has already ended. */
  finish(id: number, ending: Ending): Promise<boolean>;
  /** Marks a stopped upload as failed, when its sender reports failed files only after the stop. */
  failStopped(task: TaskRow, ending: Ending, filesFailed: number): Promise<void>;
  /** Reopens a finished upload for a late slice. Refuses with `workspace-busy`. */
  reopen(id: number, leaseMs: number): Promise<void>;
  /** Stops a waiting task at once; announces the cancellation of a running one to its worker. Returns the new row. */
  requestCancel(id: number): Promise<TaskRow | undefined>;
  lockedBy(hostCode: string): Promise<TaskRow | undefined>;
}

const leaseFrom = (ms: number) => new Date(Date.now() + ms);

/** Locks the host's row, so that concurrent starts on one host wait for each other. */
async function holdHost(trx: Db, hostCode: HostCode): Promise<{ node: string }> {
  const host = await trx
    .selectFrom('host')
    .select('node')
    .where('code', '=', hostCode)
    .forUpdate()
    .executeTakeFirst();
  if (!host) throw new Refusal('host-gone');
  return host;
}

interface LateFailure {
  readonly task: TaskRow;
  readonly ending: Ending;
  readonly filesFailed: number;
}

async function failStopped(
  db: Db,
  { task: { id, progress }, ending: { status, info }, filesFailed }: LateFailure,
): Promise<void> {
  await db
    .updateTable('task')
    .set({
      status,
      info: info ? storedJson(info) : null,
      progress: storedJson({ ...progress, filesFailed }),
      // Late slices stay refused.
      cancel_requested: true,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .where('status', '=', 'STOP')
    .execute();
}

async function lockHolder(db: Db, hostCode: HostCode): Promise<TaskRow | undefined> {
  return db
    .selectFrom('task')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('status', 'in', OPEN)
    .where('type', 'in', LOCKING)
    .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '>', new Date())]))
    .orderBy('id')
    .executeTakeFirst();
}

async function checkFree(trx: Db, hostCode: HostCode, except?: number): Promise<void> {
  const holder = await lockHolder(trx, hostCode);
  if (holder && holder.id !== except) throw new Refusal('workspace-busy');
}

async function insertTask(trx: Db, task: NewTask): Promise<TaskRow> {
  const { node } = await holdHost(trx, task.hostCode);
  if (TASK_KINDS[task.type].locks) await checkFree(trx, task.hostCode);
  return trx
    .insertInto('task')
    .values({
      host_code: task.hostCode,
      node,
      type: task.type,
      status: task.status,
      params: storedJson(task.params),
      steps: JSON.stringify(task.steps ?? []),
      operator: task.operator,
      pre_task_code: task.preTaskCode ?? null,
      started_at: task.status === 'RUNNING' ? new Date() : null,
      lease_until: task.leaseMs === undefined ? null : leaseFrom(task.leaseMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Runs a task again under the workspace lock, if no other task holds it. Refuses with `workspace-busy` or `task-ended`. */
async function takeLease(
  db: Db,
  id: number,
  { ms, from }: { ms: number; from: TaskStatus[] },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const task = await trx.selectFrom('task').select('host_code').where('id', '=', id).executeTakeFirst();
    if (!task) throw new Refusal('task-ended');
    await holdHost(trx, task.host_code);
    await checkFree(trx, task.host_code, id);
    const row = await trx
      .updateTable('task')
      .set({
        status: 'RUNNING',
        ended_at: null,
        info: null,
        lease_until: leaseFrom(ms),
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .where('status', 'in', from)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new Refusal('task-ended');
  });
}

async function releaseLease(db: Db, id: number): Promise<void> {
  await db
    .updateTable('task')
    .set({ lease_until: new Date(), updated_at: new Date() })
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .where('lease_until', 'is not', null)
    .execute();
}

export function makeTaskStore(db: Db): TaskStore {
  const get = (id: number) => db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst();

  return {
    create: (task, trx) =>
      trx ? insertTask(trx, task) : db.transaction().execute((own) => insertTask(own, task)),
    get,
    byUpload: (hostCode, uploadId) =>
      db
        .selectFrom('task')
        .selectAll()
        .where('host_code', '=', hostCode)
        .where(sql<string>`params->>'uploadId'`, '=', uploadId)
        .executeTakeFirst(),
    progress: async (id, progress, steps) => {
      await db
        .updateTable('task')
        .set({
          progress: storedJson(progress),
          updated_at: new Date(),
          ...(steps && { steps: JSON.stringify(steps) }),
        })
        .where('id', '=', id)
        .where('status', 'in', OPEN)
        .execute();
    },
    renewLease: async (id, ms) => {
      const row = await db
        .updateTable('task')
        .set({ lease_until: leaseFrom(ms), updated_at: new Date() })
        .where('id', '=', id)
        .where('status', '=', 'RUNNING')
        .where('lease_until', '>', new Date())
        .returning('id')
        .executeTakeFirst();
      if (!row) await takeLease(db, id, { ms, from: ['RUNNING'] });
    },
    releaseLease: (id) => releaseLease(db, id),
    reopen: (id, leaseMs) =>
      takeLease(db, id, { ms: leaseMs, from: ['RUNNING', 'RUNNING_SUCCESS', 'RUNNING_FAIL'] }),
    finish: async (id, { status, info, postStatus = null }) => {
      const row = await db
        .updateTable('task')
        .set({
          status,
          info: info ? storedJson(info) : null,
          post_status: postStatus,
          params: sql<string>`params - 'hidden'`,
          ended_at: new Date(),
          updated_at: new Date(),
          lease_until: null,
        })
        .where('id', '=', id)
        .where('status', 'in', OPEN)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    failStopped: (task, ending, filesFailed) => failStopped(db, { task, ending, filesFailed }),
    requestCancel: async (id) => {
      await db
        .updateTable('task')
        .set({
          cancel_requested: true,
          updated_at: new Date(),
          status: sql<TaskStatus>`case when status = 'WAIT' then 'STOP' else status end`,
          ended_at: sql<Date | null>`case when status = 'WAIT' then now() else ended_at end`,
          params: sql<string>`case when status = 'WAIT' then params - 'hidden' else params end`,
        })
        .where('id', '=', id)
        .where('status', 'in', OPEN)
        .execute();
      await announce(db, { is: 'task', id });
      return get(id);
    },
    lockedBy: (hostCode) => lockHolder(db, hostCode as HostCode),
  };
}

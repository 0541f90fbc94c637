import { randomUUID } from 'node:crypto';
import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { TaskRow } from '#state/tables';
import type { Boss } from './boss';
import type { LeasedTask, TaskDescription } from './task-kind';
import type { TaskStore } from './task-store';

/** What a task's row stores; JSON. */
export type TaskParameters = Readonly<Record<string, unknown>>;

export interface TaskRequest<Payload> {
  readonly hostCode: HostCode;
  readonly operator: string;
  readonly payload: Payload;
}

export type Enqueue = <Payload extends TaskParameters>(
  task: TaskDescription<Payload>,
  request: TaskRequest<Payload>,
) => Promise<TaskRow>;

export type StartTask = <Payload extends TaskParameters>(
  scope: Pick<TaskRequest<Payload>, 'hostCode' | 'operator'>,
  task: TaskDescription<Payload>,
  payload: Payload,
) => Promise<{ taskId: number }>;

/**
 * Makes a function that enqueues a task for a call.
 * @param ensureReady refuses what the task could report only after it started
 */
export const makeStartTask =
  (enqueue: Enqueue, ensureReady: (hostCode: HostCode) => Promise<void>): StartTask =>
  async ({ hostCode, operator }, task, payload) => {
    await ensureReady(hostCode);
    const { id } = await enqueue(task, { hostCode, operator, payload });
    return { taskId: id };
  };

/** Writes the row of a task that no runner runs. Refuses with `workspace-busy` or `host-gone`. */
export const beginLeasedTask = <Payload extends TaskParameters>(
  store: TaskStore,
  { type, leaseMs }: LeasedTask<Payload>,
  { hostCode, operator, payload }: TaskRequest<Payload>,
): Promise<TaskRow> =>
  store.create({ hostCode, operator, type, leaseMs, params: payload, status: 'RUNNING' });

/** Writes the task row and its job in one transaction. Refuses with `workspace-busy` or `host-gone`. */
export function makeEnqueue(db: Db, store: TaskStore, boss: Boss): Enqueue {
  return async (description, { hostCode, operator, payload }) => {
    const { type, payload: schema, steps: stepsOf } = description;
    const preTaskCode = description.hasResultCode ? randomUUID() : undefined;
    const steps = stepsOf(schema.parse(payload)).map((name) => ({ name, status: 'wait' as const }));
    const host = await db.selectFrom('host').select('node').where('code', '=', hostCode).executeTakeFirst();
    if (host) await boss.ensureQueues(host.node);
    return db.transaction().execute(async (trx) => {
      const task = await store.create(
        { hostCode, operator, type, params: payload, status: 'WAIT', steps, preTaskCode },
        trx,
      );
      await boss.send(trx, { node: task.node, hostCode, type, taskId: task.id });
      return task;
    });
  };
}

import type { Enqueue, TaskParameters } from '#queue/enqueue';
import type { TaskDescription } from '#queue/task-kind';
import type { HostScope } from '#sites/host-scope';
import type { DatabaseProtocol } from '#system/mariadb/protocol';
import type { RpcClient } from '#system/rpc/rpc';
import { Refusal } from '#faults/refusal';

/** The worker of the host's node; only the worker connects to the database server. */
export type DatabaseWorker = Pick<RpcClient<DatabaseProtocol>, 'call'>;

export type StartTask = <Payload extends TaskParameters>(
  description: TaskDescription<Payload>,
  scope: HostScope,
  payload: Payload,
) => Promise<{ taskId: number }>;

const REFUSALS = {
  missing: 'database-engine-missing',
  down: 'database-down',
  none: 'database-none',
  making: 'database-not-ready',
} as const;

/**
 * Makes a function that enqueues a task, unless the host has no working database: a task could report that
 * only after it started.
 */
export const makeStartTask =
  (worker: DatabaseWorker, enqueue: Enqueue): StartTask =>
  async (description, { hostCode, operator }, payload) => {
    const { engine } = await worker.call('databaseInfo', { hostCode, fresh: false });
    if (engine.is !== 'on') throw new Refusal(REFUSALS[engine.is]);
    const task = await enqueue(description, { hostCode, operator, payload });
    return { taskId: task.id };
  };

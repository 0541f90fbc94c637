import { isOpen, taskName, type consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { TaskStore } from '#queue/task-store';
import type { HostScope } from '#sites/host-scope';
import type { Db } from '#state/db';
import type { TaskRow } from '#state/tables';
import { Refusal } from '#faults/refusal';
import { taskReply } from './task-reply';

type SingleTaskCalls = Pick<typeof consoleCalls, 'getTask' | 'stopTask' | 'deleteTask' | 'updateTask'>;

export interface SingleTaskParts {
  readonly db: Db;
  readonly store: TaskStore;
  /** Ends an upload, which no runner runs: refuses further slices and removes incomplete files. */
  readonly stopUpload: (task: TaskRow) => Promise<void>;
}

const nameOf = ({ type, params, id }: TaskRow) => `${taskName(type, params)} ${id}`;

/** Reads, stops, changes and deletes one task. */
export function singleTaskHandlers({ db, store, stopUpload }: SingleTaskParts): Handlers<SingleTaskCalls> {
  /** Reads a task; another host's task counts as missing. */
  const own = async (scope: HostScope, id: number): Promise<TaskRow> => {
    const task = await store.get(id);
    if (task?.host_code !== scope.hostCode) throw new Refusal('not-found', { field: 'id' });
    return task;
  };

  return {
    getTask: async ({ params }, { scope, locale }) => taskReply(await own(scope, params.id), locale),
    stopTask: async ({ params }, { scope, locale, note }) => {
      const task = await own(scope, params.id);
      note(nameOf(task));
      if (!isOpen(task.status)) throw new Refusal('task-ended');
      if (task.type === 'UPLOAD_FILE') {
        await stopUpload(task);
        await store.finish(task.id, { status: 'STOP' });
      }
      const stopped = await store.requestCancel(task.id);
      return taskReply(stopped ?? task, locale);
    },
    deleteTask: async ({ params }, { scope, note }) => {
      const task = await own(scope, params.id);
      note(nameOf(task));
      if (isOpen(task.status)) throw new Refusal('task-running');
      await db.deleteFrom('task').where('id', '=', task.id).execute();
      return {};
    },
    updateTask: async ({ params, body }, { scope, locale, note }) => {
      const task = await own(scope, params.id);
      const { notifyStatus = task.notify_status, postStatus = task.post_status } = body;
      // Pages set `notifyStatus` by themselves; only `postStatus` is a user's decision.
      if (postStatus !== task.post_status)
        note(nameOf(task), { before: { postStatus: task.post_status }, after: { postStatus } });
      const row = await db
        .updateTable('task')
        .set({ notify_status: notifyStatus, post_status: postStatus })
        .where('id', '=', task.id)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new Refusal('not-found', { field: 'id' });
      return taskReply(row, locale);
    },
  };
}

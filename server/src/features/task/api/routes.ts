import { isOpen, type consoleCalls, type TaskKind } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { TaskStore } from '#queue/task-store';
import type { HostScope } from '#sites/host-scope';
import type { Db } from '#state/db';
import type { TaskRow } from '#state/tables';
import { Refusal } from '#faults/refusal';
import type { LiveTaskLists } from './live-task-lists';
import { queryPage } from './task-queries';
import { taskReply } from './task-reply';

export type TaskCalls = Pick<
  typeof consoleCalls,
  'queryTaskPage' | 'queryTaskList' | 'getTask' | 'stopTask' | 'deleteTask' | 'updateTask' | 'getCloneInfo'
>;

export interface TaskParts {
  readonly db: Db;
  readonly store: TaskStore;
  readonly lists: Pick<LiveTaskLists, 'of'>;
  /** Ends an upload, which no runner runs: refuses further slices and removes incomplete files. */
  readonly stopUpload: (task: TaskRow) => Promise<void>;
}

type TypeFilter = TaskKind | readonly TaskKind[] | '' | null | undefined;

function typesOf(filter: TypeFilter): readonly TaskKind[] {
  if (!filter) return [];
  return typeof filter === 'string' ? [filter] : filter;
}

const momentOf = (text: string | null | undefined): Date | undefined => (text ? new Date(text) : undefined);

const nameOf = (task: TaskRow) => `${task.type} ${task.id}`;

export function taskHandlers({ db, store, lists, stopUpload }: TaskParts): Handlers<TaskCalls> {
  /** Reads a task; another host's task counts as missing. */
  const own = async (scope: HostScope, id: number): Promise<TaskRow> => {
    const task = await store.get(id);
    if (task?.host_code !== scope.hostCode) throw new Refusal('not-found', { field: 'id' });
    return task;
  };

  return {
    queryTaskPage: async ({ params, body }, { scope, locale }) => {
      const { page, size } = params;
      const filter = {
        types: typesOf(body.taskType),
        status: body.taskStatus || undefined,
        from: momentOf(body.from),
        to: momentOf(body.to),
        page,
        size,
      };
      const found = await queryPage(db, scope.hostCode, filter);
      const records = found.records.map((row) => taskReply(row, locale));
      return { records, total: found.total, pages: found.pages, current: page, size };
    },
    queryTaskList: (_request, { scope, locale }) => lists.of(scope.hostCode, locale),
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
    // There is no site move yet, so it has no result either.
    getCloneInfo: () => Promise.reject(new Refusal('not-found', { field: 'id' })),
  };
}

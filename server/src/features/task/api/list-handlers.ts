import type { consoleCalls, TaskKind } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { Db } from '#state/db';
import type { LiveTaskLists } from './live-task-lists';
import { queryPage } from './task-queries';
import { taskReply } from './task-reply';

type ListCalls = Pick<typeof consoleCalls, 'queryTaskPage' | 'queryTaskList'>;

export interface TaskListParts {
  readonly db: Db;
  readonly lists: Pick<LiveTaskLists, 'of'>;
}

type TypeFilter = TaskKind | readonly TaskKind[] | '' | null | undefined;

function typesOf(filter: TypeFilter): readonly TaskKind[] {
  if (!filter) return [];
  return typeof filter === 'string' ? [filter] : filter;
}

const momentOf = (text: string | null | undefined): Date | undefined => (text ? new Date(text) : undefined);

/** Lists the tasks of the session's host. */
export const listHandlers = ({ db, lists }: TaskListParts): Handlers<ListCalls> => ({
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
});

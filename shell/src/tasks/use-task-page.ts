import {
  FILE_TASK_KINDS,
  TASK_PAGE_SIZE,
  TASK_PAGE_SIZES,
  isOpen,
  type Task,
  type TaskKind,
  type TaskStatus,
} from '@sitedeck/contract';
import { serverNow, toFault, useCurrentHost, useLocalTasks, useTasks } from '@sitedeck/sdk';
import type { ResourceRows } from '@sitedeck/ui/page';
import { useEffect, useMemo, useRef } from 'react';
import { momentsOf, type DayRange } from '../days/day-range';
import { useStopping } from './stopping';
import { mergeViews, type TaskView } from './task-view';
import { spanStart, type TimeChoice } from './time-spans';
import { useQueryTaskPageQuery } from './tasks.api';

export interface TaskFilter extends DayRange {
  readonly type: TaskKind | undefined;
  readonly status: TaskStatus | undefined;
  readonly time: TimeChoice | undefined;
  /** Only the kinds of Files: upload, download, decompress. */
  readonly ofFiles: boolean;
  readonly page: number;
  readonly size: number;
}

export const FIRST_PAGE: Pick<TaskFilter, 'page' | 'size'> = { page: 1, size: TASK_PAGE_SIZE };

export const isPageSize = (size: number): boolean => TASK_PAGE_SIZES.some((offered) => offered === size);

/** One page of the records, with running tasks as last polled. */
export function useTaskPage(filter: TaskFilter): {
  readonly rows: ResourceRows<TaskView>;
  readonly refetch: () => void;
} {
  const { hostCode } = useCurrentHost().hostService;
  const { tasks } = useTasks();
  const locals = useLocalTasks();
  const stopping = useStopping();
  const { time, from, to } = filter;
  // Computed when the user chooses it: a bound that moved with the clock would change the query at every render.
  const range = useMemo(() => {
    if (time === 'custom') return momentsOf({ from, to });
    return time ? { from: spanStart(time, serverNow()) } : {};
  }, [time, from, to]);
  const { data, error, isFetching, refetch } = useQueryTaskPageQuery({
    params: { hostCode, page: filter.page, size: filter.size },
    body: { taskType: typesOf(filter), taskStatus: filter.status ?? null, ...range },
  });

  // A new task or a changed status reorders the records; progress alone does not.
  const changes = useMemo(() => tasks.map(({ id, taskStatus }) => `${id} ${taskStatus}`).join(), [tasks]);
  const seen = useRef(changes);
  useEffect(() => {
    if (seen.current === changes) return;
    seen.current = changes;
    void refetch();
  }, [changes, refetch]);

  const rows = useMemo((): ResourceRows<TaskView> => {
    if (error) return { is: 'failed', fault: toFault(error) };
    if (!data) return { is: 'loading', rows: [], total: 0 };
    const shown = mergeViews(freshen(data.records, tasks), ownOnPage(locals, filter), stopping);
    // A poll every few seconds must not dim the list: only a page change does.
    const other = data.current !== filter.page || data.size !== filter.size;
    return { is: isFetching && other ? 'loading' : 'ready', rows: shown, total: data.total };
  }, [data, error, isFetching, tasks, locals, stopping, filter]);

  return { rows, refetch: () => void refetch() };
}

function typesOf({ type, ofFiles }: TaskFilter): TaskKind | TaskKind[] | null {
  if (type) return type;
  return ofFiles ? [...FILE_TASK_KINDS] : null;
}

function freshen(records: readonly Task[], polled: readonly Task[]): readonly Task[] {
  const newer = new Map(polled.map((task) => [task.id, task]));
  return records.map((task) => newer.get(task.id) ?? task);
}

/** Tasks of this browser are on the first page, unless a filter excludes them. */
function ownOnPage(locals: ReturnType<typeof useLocalTasks>, { type, status, page }: TaskFilter) {
  if (page !== 1 || (status !== undefined && !isOpen(status))) return [];
  if (type !== undefined && type !== 'UPLOAD_FILE') return [];
  return locals;
}

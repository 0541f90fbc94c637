import { FILE_TASK_KINDS, TASK_KIND_NAMES, TASK_STATUSES, type TaskKind } from '@sitedeck/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readDays } from '../days/day-range';
import { TIME_CHOICES } from './time-spans';
import { FIRST_PAGE, isPageSize, type TaskFilter } from './use-task-page';

export type FilterChange = Partial<
  Record<'type' | 'status' | 'time' | 'from' | 'to' | 'page' | 'size' | 'task', string | undefined>
>;

/** `?of=files`: the link from Files. */
const OF_FILES = 'files';

/** Filters, page and the open task are in the address: a reload or a copied link shows the same. */
export function useTaskFilter() {
  const [params, setParams] = useSearchParams();

  const filter = useMemo((): TaskFilter => {
    const page = Number(params.get('page'));
    const size = Number(params.get('size'));
    const ofFiles = params.get('of') === OF_FILES;
    const kinds: readonly TaskKind[] = ofFiles ? FILE_TASK_KINDS : TASK_KIND_NAMES;
    return {
      ofFiles,
      type: kinds.find((kind) => kind === params.get('type')),
      ...readDays(params),
      time: TIME_CHOICES.find((choice) => choice === params.get('time')),
      status: TASK_STATUSES.find((status) => status === params.get('status')),
      page: Number.isInteger(page) && page > 0 ? page : FIRST_PAGE.page,
      size: isPageSize(size) ? size : FIRST_PAGE.size,
    };
  }, [params]);

  function change(next: FilterChange): void {
    const changed = new URLSearchParams(params);
    for (const [key, value] of Object.entries(next)) {
      if (value === undefined) changed.delete(key);
      else changed.set(key, value);
    }
    setParams(changed, { replace: true });
  }

  const task = Number(params.get('task'));
  return { filter, change, openTask: Number.isInteger(task) && task > 0 ? task : undefined };
}

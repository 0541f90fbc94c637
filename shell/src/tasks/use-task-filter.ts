import { TASK_KIND_NAMES, TASK_STATUSES } from '@sitedeck/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FIRST_PAGE, isPageSize, type TaskFilter } from './use-task-page';

type Change = Partial<Record<'type' | 'status' | 'page' | 'size' | 'task', string | undefined>>;

/** Filters, page and the open task live in the address: a reload or a copied link shows the same. */
export function useTaskFilter() {
  const [params, setParams] = useSearchParams();

  const filter = useMemo((): TaskFilter => {
    const page = Number(params.get('page'));
    const size = Number(params.get('size'));
    return {
      type: TASK_KIND_NAMES.find((kind) => kind === params.get('type')),
      status: TASK_STATUSES.find((status) => status === params.get('status')),
      page: Number.isInteger(page) && page > 0 ? page : FIRST_PAGE.page,
      size: isPageSize(size) ? size : FIRST_PAGE.size,
    };
  }, [params]);

  function change(next: Change): void {
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

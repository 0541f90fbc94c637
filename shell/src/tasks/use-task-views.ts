import { isOpen } from '@sitedeck/contract';
import { useLocalTasks, useTasks } from '@sitedeck/sdk';
import { useMemo } from 'react';
import { useStopping } from './stopping';
import { mergeViews, type TaskView } from './task-view';

/** Recent tasks, newest first, and how many of them wait or run. */
export function useTaskViews(): { readonly views: readonly TaskView[]; readonly open: number } {
  const { tasks } = useTasks();
  const locals = useLocalTasks();
  const stopping = useStopping();
  return useMemo(() => {
    const views = mergeViews(tasks, locals, stopping);
    return { views, open: views.filter(({ status, paused }) => isOpen(status) && !paused).length };
  }, [tasks, locals, stopping]);
}

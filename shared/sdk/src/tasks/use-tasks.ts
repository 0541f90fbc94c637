import { useEffect, useMemo, useRef } from 'react';
import type { Task, TaskKind } from '@sitedeck/contract';
import { kernel } from '../kernel/cell';
import { useSdkState } from '../kernel/use-sdk-state';
import { isActive } from './is-active';
import { lockOf, type WorkspaceLock } from './workspace-lock';

/** Tasks of the current host, newest first; `open` counts those that wait or run. */
export function useTasks(): { readonly tasks: readonly Task[]; readonly open: number } {
  const tasks = useSdkState((state) => state.tasks.list);
  return useMemo(() => ({ tasks, open: tasks.filter(isActive).length }), [tasks]);
}

/** One task as last polled; `undefined` when the last poll did not include it. */
export const useTask = (id: number): Task | undefined =>
  useSdkState((state) => state.tasks.list.find((task) => task.id === id));

export function useLock(): WorkspaceLock {
  const tasks = useSdkState((state) => state.tasks.list);
  return useMemo(() => lockOf(tasks), [tasks]);
}

/**
 * Calls `onChange` when a task of these kinds starts, changes its status or leaves the list: it may have changed what a
 * page shows.
 * @param onChange the same function in each render
 */
export function useTaskChanges(kinds: readonly TaskKind[], onChange: () => void): void {
  const { tasks } = useTasks();
  const now = tasks
    .filter(({ taskType }) => kinds.includes(taskType))
    .map(({ id, taskStatus }) => `${id} ${taskStatus}`)
    .join();
  const before = useRef(now);
  useEffect(() => {
    if (before.current === now) return;
    before.current = now;
    onChange();
  }, [now, onChange]);
}

/** Polls now instead of at the next turn: call it after starting, stopping or deleting a task. */
export function pollTasksNow(): void {
  kernel().tasks.pollNow();
}

import type { Task, TaskKind } from '@sitedeck/contract';
import { isActive, kernel, useTasks } from '@sitedeck/sdk';
import { useEffect, useMemo, useRef } from 'react';
import { databaseChanged } from '../database.api';

const KINDS: readonly TaskKind[] = [
  'DB_IMPORT',
  'DB_EXPORT',
  'DB_EMPTY',
  'DB_REPLACE',
  'DB_BACKUP',
  'DB_BACKUP_RESTORE',
];

export const usesDatabase = ({ taskType }: Task): boolean => KINDS.includes(taskType);

/** Tasks that read or write the database, newest first. */
export function useDatabaseTasks(): { readonly running: readonly Task[]; readonly ended: readonly Task[] } {
  const { tasks } = useTasks();
  return useMemo(() => {
    const own = tasks.filter(usesDatabase);
    return { running: own.filter(isActive), ended: own.filter(({ endTime }) => endTime !== null) };
  }, [tasks]);
}

/** Reads the database again when a task on it ends. */
export function useRefetchAfterTasks(): void {
  const { running } = useDatabaseTasks();
  const before = useRef<readonly number[]>([]);
  useEffect(() => {
    const now = running.map(({ id }) => id);
    if (before.current.some((id) => !now.includes(id))) kernel().store.dispatch(databaseChanged());
    before.current = now;
  }, [running]);
}

import type { Task, TaskKind } from '@sitedeck/contract';
import { isActive, kernel, useTaskChanges, useTasks } from '@sitedeck/sdk';
import { useMemo } from 'react';
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

const refetchDatabase = (): void => void kernel().store.dispatch(databaseChanged());

/** Reads the database again when a task on it starts or ends. */
export const useRefetchAfterTasks = (): void => useTaskChanges(KINDS, refetchDatabase);

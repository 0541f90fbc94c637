import type { Task, TaskKind } from '@sitedeck/contract';
import { isActive, useTasks } from '@sitedeck/sdk';
import { useMemo } from 'react';

const KINDS: readonly TaskKind[] = [
  'DB_IMPORT',
  'DB_EXPORT',
  'DB_EMPTY',
  'DB_REPLACE',
  'DB_BACKUP',
  'DB_BACKUP_RESTORE',
];

/** Tasks that read or write the database, newest first. */
export function useDatabaseTasks(): { readonly running: readonly Task[]; readonly ended: readonly Task[] } {
  const { tasks } = useTasks();
  return useMemo(() => {
    const own = tasks.filter(({ taskType }) => KINDS.includes(taskType));
    return { running: own.filter(isActive), ended: own.filter(({ endTime }) => endTime !== null) };
  }, [tasks]);
}

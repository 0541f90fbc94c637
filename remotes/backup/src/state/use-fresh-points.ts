import { useTasks } from '@sitedeck/sdk';
import { useEffect, useRef } from 'react';
import { readAllAnew } from '../backup.api';
import { backupTasks } from './backup-tasks';

/** A task that ended, whoever began it, has made a point or tested one: everything is read anew. */
export function useFreshPoints(): void {
  const { tasks } = useTasks();
  const now = backupTasks(tasks)
    .map(({ id, taskStatus }) => `${id} ${taskStatus}`)
    .join();
  const before = useRef(now);
  useEffect(() => {
    if (before.current === now) return;
    before.current = now;
    readAllAnew();
  }, [now]);
}

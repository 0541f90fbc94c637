import { kernel } from '@sitedeck/sdk';
import { useEffect, useRef } from 'react';
import { databaseChanged } from '../database.api';
import { useDatabaseTasks } from './database-tasks';

/** A task that ended, whoever began it and wherever, has left another database than the page shows. */
export function useTaskChanges(): void {
  const { running } = useDatabaseTasks();
  const before = useRef<readonly number[]>([]);
  useEffect(() => {
    const now = running.map(({ id }) => id);
    if (before.current.some((id) => !now.includes(id))) kernel().store.dispatch(databaseChanged());
    before.current = now;
  }, [running]);
}

import { getTask, type Task } from '@sitedeck/contract';
import { call, pageLocks } from '@sitedeck/sdk';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

export const useVisible = (): boolean =>
  useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

/**
 * Lets only one tab of the browser ask about a task and configure it: the tab that holds its lock. It then
 * reads the task again: the tab that held the lock before may have finished. @param id the task; undefined
 * stops waiting, but keeps a lock that is held
 */
export function useTaskLock(id: number | undefined): {
  readonly task: Task | undefined;
  readonly leave: () => void;
} {
  const [task, setTask] = useState<Task>();
  const release = useRef<() => void>(undefined);
  const taken = task !== undefined;

  useEffect(() => {
    if (id === undefined || taken) return;
    const end = new AbortController();
    const hold = async () => {
      const fresh = await call(getTask, { params: { id } });
      if (end.signal.aborted || fresh.postStatus !== 'CONFIGURATION') return;
      const left = new Promise<void>((resolve) => (release.current = resolve));
      setTask(fresh);
      await left;
    };
    // The lock was lost, or the task could not be read: the next poll that still reports the task tries again.
    pageLocks()
      .request(`sitedeck.configure.${id}`, { signal: end.signal }, hold)
      .catch(() => undefined);
    return () => end.abort();
  }, [id, taken]);

  const leave = useCallback(() => {
    release.current?.();
    setTask(undefined);
  }, []);
  useEffect(() => () => release.current?.(), []);
  return { task, leave };
}

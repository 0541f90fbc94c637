import { useTasks } from '@sitedeck/sdk';
import { useEffect, useRef } from 'react';
import { refetchCdn } from './cdn.api';

/** Reads the settings again when a prefetch starts or ends: it uses up the daily limit and fills the cache. */
export function useRefetchAfterPrefetch(): void {
  const { tasks } = useTasks();
  const now = tasks
    .filter(({ taskType }) => taskType === 'CDN_PREFETCH')
    .map(({ id, taskStatus }) => `${id} ${taskStatus}`)
    .join();
  const before = useRef(now);
  useEffect(() => {
    if (before.current === now) return;
    before.current = now;
    refetchCdn();
  }, [now]);
}

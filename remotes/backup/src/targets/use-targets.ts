import { useEffect, useState } from 'react';
import { backupApi, FRESH } from '../backup.api';

/** Interval between polls while copies are being made, ms. */
const POLL_MS = 5000;
const POLLS_MAX = 60;

/** Lists the targets, and polls while copies are being made. */
export function useTargets() {
  const query = backupApi.useListBackupTargetsQuery({}, FRESH);
  const { data, refetch } = query;
  const [polls, setPolls] = useState(0);
  const isUnderWay = data?.some(
    ({ enabled, state, behind }) =>
      enabled && (state === 'copying' || state === 'waiting' || (state === 'idle' && behind > 0)),
  );
  useEffect(() => {
    if (isUnderWay !== true || polls >= POLLS_MAX) return undefined;
    const timer = setTimeout(() => {
      setPolls(polls + 1);
      void refetch();
    }, POLL_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay, polls, refetch]);
  return query;
}

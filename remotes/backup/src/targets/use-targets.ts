import { useEffect, useState } from 'react';
import { backupApi, FRESH } from '../backup.api';

/** While copies are on their way they are looked after, ms; not for ever: a page that is left open asks no more. */
const LOOK_MS = 5000;
const LOOKS = 60;

/** Where copies go, and how that goes. */
export function useTargets() {
  const asked = backupApi.useListBackupTargetsQuery({}, FRESH);
  const { data, refetch } = asked;
  const [looks, setLooks] = useState(0);
  const isUnderWay = data?.some(
    ({ enabled, state, behind }) =>
      enabled && (state === 'copying' || state === 'waiting' || (state === 'idle' && behind > 0)),
  );
  useEffect(() => {
    if (isUnderWay !== true || looks >= LOOKS) return undefined;
    const timer = setTimeout(() => {
      setLooks(looks + 1);
      void refetch();
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay, looks, refetch]);
  return asked;
}

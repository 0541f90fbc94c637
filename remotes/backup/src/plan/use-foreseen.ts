import type { BackupPlan } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';
import { backupApi } from '../backup.api';

/** Asked once the keys rest, ms. */
const REST_MS = 300;

/** What follows from a plan that is being entered: the next times and what retention would delete. */
export function useForeseen(plan: BackupPlan) {
  const [asked, setAsked] = useState(plan);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(plan), REST_MS);
    return () => clearTimeout(timer);
  }, [plan]);
  const { currentData, error, isFetching, refetch } = backupApi.usePreviewBackupPlanQuery({ body: asked });
  const fault = error === undefined ? undefined : toFault(error);
  const isCron = asked.schedule.is === 'cron' && fault?.reason === 'backup-cron-wrong';
  const isAsking = isFetching || asked !== plan;
  return {
    foreseen: asked === plan ? currentData : undefined,
    isAsking,
    cronProblem: isCron && asked === plan ? fault.message : undefined,
    fault: isCron || isAsking ? undefined : fault,
    again: () => void refetch(),
  };
}

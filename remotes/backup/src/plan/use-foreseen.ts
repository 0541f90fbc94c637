import type { BackupPlan } from '@sitedeck/contract';
import { isFault } from '@sitedeck/sdk';
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
  const { currentData, error, isFetching } = backupApi.usePreviewBackupPlanQuery({ body: asked });
  const fault = isFault(error) ? error : undefined;
  const isCron = asked.schedule.is === 'cron' && fault?.reason === 'backup-cron-wrong';
  return {
    foreseen: asked === plan ? currentData : undefined,
    isAsking: isFetching || asked !== plan,
    cronProblem: isCron && asked === plan ? fault.message : undefined,
    fault: isCron ? undefined : fault,
  };
}

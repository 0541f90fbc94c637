import type { BackupPlan } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';
import { backupApi } from '../backup.api';

/** Pause in typing before the preview is requested, ms. */
const REST_MS = 300;

/** Previews a plan while the user edits it: the next times and what retention would delete. */
export function usePlanPreview(plan: BackupPlan) {
  const [settledPlan, setSettledPlan] = useState(plan);
  useEffect(() => {
    const timer = setTimeout(() => setSettledPlan(plan), REST_MS);
    return () => clearTimeout(timer);
  }, [plan]);
  const { currentData, error, isFetching, refetch } = backupApi.usePreviewBackupPlanQuery({
    body: settledPlan,
  });
  const fault = error === undefined ? undefined : toFault(error);
  const isCron = settledPlan.schedule.is === 'cron' && fault?.reason === 'backup-cron-wrong';
  const isAsking = isFetching || settledPlan !== plan;
  return {
    preview: settledPlan === plan ? currentData : undefined,
    isAsking,
    cronProblem: isCron && settledPlan === plan ? fault.message : undefined,
    fault: isCron || isAsking ? undefined : fault,
    retry: () => void refetch(),
  };
}

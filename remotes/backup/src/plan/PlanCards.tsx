import type { BackupPoint } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, Skeleton, useText } from '@sitedeck/ui/core';
import { backupApi, FRESH } from '../backup.api';
import { frameTexts } from '../frame/frame-texts';
import { KeepCard } from './KeepCard';
import { planTexts } from './plan-texts';
import { ScheduleCard } from './ScheduleCard';

/** Shows when backups are made and how long they are kept. */
export function PlanCards({ points }: { readonly points: readonly BackupPoint[] }) {
  const text = useText(planTexts);
  const frame = useText(frameTexts);
  const { data, error, refetch } = backupApi.useReadBackupPlanQuery({}, FRESH);
  if (data)
    return (
      <>
        <ScheduleCard plan={data} />
        <KeepCard plan={data} points={points} />
      </>
    );
  if (error === undefined)
    return (
      <section className="bk-card sd-card" aria-busy="true">
        <Skeleton active paragraph={{ rows: 3 }} />
      </section>
    );
  return (
    <FaultNotice
      what={text('failed')}
      fault={toFault(error)}
      actions={<Button onClick={() => void refetch()}>{frame('act.retry')}</Button>}
    />
  );
}

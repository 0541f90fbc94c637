import { BACKUP_ZONE } from '@sitedeck/contract';
import { Button, FaultNotice, useText } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';
import { frameTexts } from '../frame/frame-texts';
import { planTexts } from './plan-texts';
import { timeInZone } from './schedule-text';
import { RemovedPoints } from './RemovedPoints';
import type { usePlanPreview } from './use-plan-preview';

/** Shows what the entered plan would do, before it is saved. */
export function PlanPreview({
  preview: { preview, isAsking, fault, retry },
}: {
  readonly preview: ReturnType<typeof usePlanPreview>;
}) {
  const text = useText(planTexts);
  const frame = useText(frameTexts);
  const { data } = backupApi.useListBackupsQuery({ query: {} });
  if (fault)
    return (
      <FaultNotice
        what={text('preview.failed')}
        fault={fault}
        actions={
          <Button size="small" onClick={retry}>
            {frame('act.retry')}
          </Button>
        }
      />
    );
  return (
    <div className="bk-preview" role="status" aria-busy={isAsking}>
      <strong>{text('preview')}</strong>
      {preview ? (
        <>
          <p className="sd-small">
            {preview.next.length === 0
              ? text('preview.never')
              : preview.next.map((at) => timeInZone(at, BACKUP_ZONE)).join(text('times.join'))}
          </p>
          <RemovedPoints removes={preview.removes} points={data?.points ?? []} />
        </>
      ) : (
        <p className="sd-hint sd-small">{text(isAsking ? 'preview.asking' : 'preview.none')}</p>
      )}
    </div>
  );
}

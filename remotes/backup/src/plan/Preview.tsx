import { BACKUP_ZONE } from '@sitedeck/contract';
import { Button, FaultNotice, useText } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';
import { frameTexts } from '../frame/frame-texts';
import { planTexts } from './plan-texts';
import { zoneTime } from './plan-words';
import { Removes } from './Removes';
import type { useForeseen } from './use-foreseen';

/** What the entered plan would do, before it is saved. */
export function Preview({
  foreseen: { foreseen, isAsking, fault, again },
}: {
  readonly foreseen: ReturnType<typeof useForeseen>;
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
          <Button size="small" onClick={again}>
            {frame('act.retry')}
          </Button>
        }
      />
    );
  return (
    <div className="bk-preview" role="status" aria-busy={isAsking}>
      <strong>{text('preview')}</strong>
      {foreseen ? (
        <>
          <p className="sd-small">
            {foreseen.next.length === 0
              ? text('preview.never')
              : foreseen.next.map((at) => zoneTime(at, BACKUP_ZONE)).join(', ')}
          </p>
          <Removes removes={foreseen.removes} points={data?.points ?? []} />
        </>
      ) : (
        <p className="sd-hint sd-small">{text(isAsking ? 'preview.asking' : 'preview.none')}</p>
      )}
    </div>
  );
}

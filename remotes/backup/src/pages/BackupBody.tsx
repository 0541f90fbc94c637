import type { CallReply, listBackups } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { PlanCards } from '../plan/PlanCards';
import type { PageKind } from '../points/page-kind';
import { SafetyPoints } from '../points/SafetyPoints';
import { Timeline } from '../points/Timeline';
import { UndoNotice } from '../restore/UndoNotice';
import { Damaged } from '../state/Damaged';
import { EngineMissing } from '../state/EngineMissing';
import { Running } from '../state/Running';
import { SpaceCard } from '../state/SpaceCard';
import { TargetsCard } from '../targets/TargetsCard';
import { useTargets } from '../targets/use-targets';

interface Props {
  readonly ctx: RemoteContext;
  readonly page: PageKind;
  readonly data: CallReply<typeof listBackups>;
}

/** Existing backups on the left, the plan for future ones on the right. */
export function BackupBody({ ctx, page, data }: Props) {
  const { engine } = data;
  if (engine.is === 'missing') return <EngineMissing ctx={ctx} name={engine.package} />;
  return <Columns page={page} data={data} />;
}

function Columns({ page, data }: Omit<Props, 'ctx'>) {
  const targets = useTargets();
  const { points, usedBytes, savedBytes, checkedAt, damaged } = data;
  const safety = points.filter(({ reason }) => reason === 'safety');
  const known = targets.data ?? [];
  return (
    <div className="bk-body">
      {damaged && <Damaged />}
      <UndoNotice safety={safety} />
      <Running />
      <div className="bk-columns">
        <div className="bk-main">
          <Timeline page={page} points={points.filter(({ reason }) => reason !== 'safety')} targets={known} />
          <SafetyPoints page={page} points={safety} targets={known} />
        </div>
        <div className="bk-side">
          <SpaceCard usedBytes={usedBytes} savedBytes={savedBytes} checkedAt={checkedAt} />
          <PlanCards points={points} />
          <TargetsCard query={targets} usedBytes={usedBytes} />
        </div>
      </div>
    </div>
  );
}

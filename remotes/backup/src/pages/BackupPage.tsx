import type { CallReply, listBackups } from '@sitedeck/contract';
import { type RemoteContext, useLock, type RemoteNav } from '@sitedeck/sdk';
import { PageHeader, useText, useDialog } from '@sitedeck/ui/core';
import { PageContent, pageStateOf } from '@sitedeck/ui/page-state';
import { useEffect } from 'react';
import { backupApi, FRESH } from '../backup.api';
import { frameTexts } from '../frame/frame-texts';
import { PlanCards } from '../plan/PlanCards';
import { CreateButton, CreateDialog } from '../points/CreateDialog';
import type { PageKind } from '../points/page-kind';
import { SafetyPoints } from '../points/SafetyPoints';
import { Timeline } from '../points/Timeline';
import { UploadButton } from '../points/UploadDialog';
import { UndoNotice } from '../restore/UndoNotice';
import { useRefetchAfterTasks } from '../state/backup-tasks';
import { Damaged } from '../state/Damaged';
import { EngineMissing } from '../state/EngineMissing';
import { Running } from '../state/Running';
import { SpaceCard } from '../state/SpaceCard';
import { TargetsCard } from '../targets/TargetsCard';
import { useTargets } from '../targets/use-targets';

interface Props {
  readonly ctx: RemoteContext;
  readonly kind: PageKind;
}

/** The pages for site backups (网站备份与恢复) and database backups (数据库备份), which differ in what their points hold. */
export function BackupPage({ ctx, kind }: Props) {
  const text = useText(frameTexts);
  const lock = useLock();
  const query = backupApi.useListBackupsQuery({ query: { kind } }, FRESH);
  useRefetchAfterTasks();
  useRequestedBackup(ctx.nav, kind);
  const canBackUp = query.data?.engine.is === 'present';
  return (
    <>
      <PageHeader
        title={text(`title.${kind}`)}
        purpose={text(`purpose.${kind}`)}
        locked={lock.is === 'locked'}
        actions={
          canBackUp && (
            <>
              {kind === 'site' && <UploadButton />}
              <CreateButton page={kind} />
            </>
          )
        }
      />
      <PageContent
        state={pageStateOf(query)}
        failed={text('page.failed')}
        forbidden={text('page.forbidden')}
        rows={8}
      >
        {(backups) => <BackupBody ctx={ctx} page={kind} data={backups} />}
      </PageContent>
    </>
  );
}

interface BodyProps {
  readonly ctx: RemoteContext;
  readonly page: PageKind;
  readonly data: CallReply<typeof listBackups>;
}

/** Existing backups on the left, the plan for future ones on the right. */
function BackupBody({ ctx, page, data }: BodyProps) {
  const { engine } = data;
  if (engine.is === 'missing') return <EngineMissing ctx={ctx} name={engine.package} />;
  return <Columns page={page} data={data} />;
}

function Columns({ page, data }: Omit<BodyProps, 'ctx'>) {
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

const ACT = 'act';
const NOW = 'now';

/**
 * Opens the backup dialog when the address asks for it, as a shortcut on Home does. The parameter is removed
 * from the address, so that a reload does not repeat it.
 */
function useRequestedBackup({ path, search, go }: RemoteNav, page: PageKind): void {
  const show = useDialog();
  const isRequested = new URLSearchParams(search).get(ACT) === NOW;
  useEffect(() => {
    if (!isRequested) return;
    const rest = new URLSearchParams(search);
    rest.delete(ACT);
    go(rest.size > 0 ? `${path}?${rest}` : path, { replace: true });
    show((gone) => <CreateDialog page={page} onGone={gone} />);
  }, [isRequested, path, search, go, show, page]);
}

import type { RemoteContext } from '@sitedeck/sdk';
import { toFault, useLock } from '@sitedeck/sdk';
import { Button, FaultNotice, PageHeader, Skeleton, useText } from '@sitedeck/ui/core';
import { backupApi, FRESH } from '../backup.api';
import { frameTexts } from '../frame/frame-texts';
import type { PageKind } from '../points/page-kind';
import { useFreshPoints } from '../state/use-fresh-points';
import { BackupBody } from './BackupBody';
import { PageActs } from './PageActs';
import { useAskedBackup } from './use-asked-backup';

interface Props {
  readonly ctx: RemoteContext;
  readonly kind: PageKind;
}

/** 网站备份与恢复 and 数据库备份: one page, told apart by what its points hold. */
export function BackupPage({ ctx, kind }: Props) {
  const text = useText(frameTexts);
  const lock = useLock();
  const asked = backupApi.useListBackupsQuery({ query: { kind } }, FRESH);
  useFreshPoints();
  useAskedBackup(ctx.nav, kind);
  const { data, error, refetch } = asked;
  const canBackUp = data?.engine.is === 'present';
  return (
    <>
      <PageHeader
        title={text(`title.${kind}`)}
        purpose={text(`purpose.${kind}`)}
        locked={lock.is === 'locked'}
        actions={canBackUp && <PageActs page={kind} />}
      />
      {data ? (
        <BackupBody ctx={ctx} page={kind} data={data} />
      ) : (
        <NotRead error={error} retry={() => void refetch()} />
      )}
    </>
  );
}

function NotRead({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const text = useText(frameTexts);
  if (error === undefined)
    return (
      <div aria-busy="true">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    );
  const fault = toFault(error);
  if (fault.code === '403') return <FaultNotice what={text('page.forbidden')} fault={fault} />;
  return (
    <FaultNotice
      what={text('page.failed')}
      fault={fault}
      actions={<Button onClick={retry}>{text('act.retry')}</Button>}
    />
  );
}

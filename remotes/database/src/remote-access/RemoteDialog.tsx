import { toFault } from '@sitedeck/sdk';
import { FaultNotice, LockedTip, Skeleton, useBlocked, useText } from '@sitedeck/ui/core';
import { Switch } from '@sitedeck/ui/more';
import { NoticeDialog } from '@sitedeck/ui/notice-dialog';
import { useId } from 'react';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';
import { actionTexts } from '../page/action-texts';

/** Allows or forbids database clients outside the node; the switch acts at once. */
export function RemoteDialog({ onGone }: { readonly onGone: () => void }) {
  const acts = useText(databaseTexts);
  return (
    <NoticeDialog title={acts('act.remote')} onGone={onGone}>
      <RemoteAccess />
    </NoticeDialog>
  );
}

function RemoteAccess() {
  const text = useText(actionTexts);
  const acts = useText(databaseTexts);
  const blocked = useBlocked();
  const id = useId();
  const { data, error: unread } = databaseApi.useOwnDatabaseQuery({ query: {} });
  const [set, { isLoading, error }] = databaseApi.useSetRemoteAccessMutation();
  if (unread !== undefined && !data)
    return <FaultNotice what={acts('page.failed')} fault={toFault(unread)} />;
  if (!data?.database) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const { remoteAccess, remoteAddress } = data.database;
  return (
    <div className="db-form">
      <p className="db-switch">
        <LockedTip reason={blocked(acts('act.remote'))}>
          <Switch
            id={id}
            checked={remoteAccess}
            loading={isLoading}
            onClick={() => void set({ body: { enabled: !remoteAccess } })}
          />
        </LockedTip>
        <label htmlFor={id}>{text(remoteAccess ? 'remote.on' : 'remote.off')}</label>
      </p>
      {remoteAccess && (
        <p>
          {remoteAddress === null ? (
            text('remote.nowhere')
          ) : (
            <>
              {text('remote.address')} <span className="sd-mono db-break">{remoteAddress}</span>
            </>
          )}
        </p>
      )}
      <p className="sd-hint">{text('remote.tls')}</p>
      {error !== undefined && <FaultNotice what={text('remote.refused')} fault={toFault(error)} />}
    </div>
  );
}

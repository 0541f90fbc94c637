import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import { isBlocked, useCurrentHost } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { useSyncExternalStore } from 'react';
import { OverrideBar } from '../overrides/OverrideBar';
import { layoutTexts } from './layout-texts';
import { LockBar } from './LockBar';
import { useSupportLinks } from './support-links';

/** Messages about the complete console, as cards above every page. */
export function Banners() {
  return (
    <>
      <div className="sh-notices">
        <OfflineBar />
        <LockBar />
      </div>
      <OverrideBar />
      <BlockedBar />
    </>
  );
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

function OfflineBar() {
  const text = useText(layoutTexts);
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className="sh-bar sh-bar-warning sh-bar-offline">
          <DisconnectOutlined aria-hidden />
          <span>{text('offline')}</span>
        </p>
      )}
    </div>
  );
}

function BlockedBar() {
  const text = useText(layoutTexts);
  const ticket = useSupportLinks().find(({ key }) => key === 'ticket');
  if (!isBlocked(useCurrentHost())) return null;
  return (
    <p className="sh-bar sh-bar-error">
      <StopOutlined aria-hidden />
      <span>{text('blocked')}</span>
      {ticket && (
        <a href={ticket.href} target="_blank" rel="noreferrer">
          {text('ticket')}
          <span className="sd-visually-hidden">{text('newWindow')}</span>
        </a>
      )}
    </p>
  );
}

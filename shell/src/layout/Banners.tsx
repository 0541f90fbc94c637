import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import { isBlocked, useCurrentHost } from '@sitedeck/sdk';
import { InlineAlert, useText } from '@sitedeck/ui/core';
import { useSyncExternalStore } from 'react';
import { useMenu } from '../routing/console-context';
import { layoutTexts } from './layout-texts';
import { LockBar } from './LockBar';
import { OverrideBar } from './OverrideBar';
import { useSupportLinks } from './support-links';

/** Messages about the console, as cards above every page. */
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

/** Names what the menu still holds, so that it never promises an area that is not installed. */
function BlockedBar() {
  const text = useText(layoutTexts);
  const areas = useMenu()
    .map(({ title }) => title)
    .join(text('suspended.and'));
  const ticketLink = useSupportLinks().find(({ key }) => key === 'ticket');
  if (!isBlocked(useCurrentHost())) return null;
  return (
    <InlineAlert
      kind="danger"
      icon={<StopOutlined aria-hidden />}
      actions={
        ticketLink && (
          <a href={ticketLink.href} target="_blank" rel="noreferrer">
            {text('ticket')}
            <span className="sd-visually-hidden">{text('newWindow')}</span>
          </a>
        )
      }
    >
      {areas.length === 0 ? text('suspended.all') : text('suspended', { areas })}
    </InlineAlert>
  );
}

import type { RemoteContext } from '@sitedeck/sdk';
import { ConfigProvider } from '@sitedeck/ui/core';
import { useFocusKept } from '@sitedeck/ui/focus';
import { useRef, useContext } from 'react';
import { backupStyle } from './frame/backup-style';
import { BackupPage } from './pages/BackupPage';

/** Exposed as `./app`: renders the remote inside the caller's React tree, below the UI provider. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const kind = ctx.nav.path.startsWith('/backup/database') ? 'database' : 'site';
  const box = useRef<HTMLElement>(null);
  useFocusKept(box);
  return (
    <section ref={box} className="bk">
      <BackupStyle />
      <BackupPage key={kind} ctx={ctx} kind={kind} />
    </section>
  );
}

/** Puts the style sheet inside the mount, because a shadow root sees none of the page's. */
function BackupStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{backupStyle.replaceAll('\n', '')}</style>;
}

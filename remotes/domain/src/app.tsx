import type { RemoteContext } from '@sitedeck/sdk';
import { ConfigProvider } from '@sitedeck/ui/core';
import { useFocusKept } from '@sitedeck/ui/focus';
import { useContext, useRef } from 'react';
import { domainStyle } from './frame/domain-style';
import { BindDomainPage } from './pages/BindDomainPage';
import { DialogsProvider } from './pages/DialogsProvider';

/** Exposed as `./app`: renders the remote inside the caller's React tree, below the UI provider. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const box = useRef<HTMLElement>(null);
  useFocusKept(box);
  return (
    <section ref={box} className="dm">
      <DomainStyle />
      <DialogsProvider>
        <BindDomainPage ctx={ctx} />
      </DialogsProvider>
    </section>
  );
}

/** Puts the style sheet inside the mount, because a shadow root sees none of the page's. */
function DomainStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{domainStyle.replaceAll('\n', '')}</style>;
}

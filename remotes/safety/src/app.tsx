import type { RemoteContext } from '@sitedeck/sdk';
import { ConfigProvider } from '@sitedeck/ui/core';
import { useFocusKept } from '@sitedeck/ui/focus';
import { useContext, useRef } from 'react';
import { safetyStyle } from './frame/safety-style';
import { ScanPage } from './scan/ScanPage';

/** Exposed as `./app`: renders the remote inside the caller's React tree, below the UI provider. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const box = useRef<HTMLElement>(null);
  useFocusKept(box);
  return (
    <section ref={box} className="sf">
      <SafetyStyle />
      <ScanPage ctx={ctx} />
    </section>
  );
}

/** Puts the style sheet inside the mount, because a shadow root sees none of the page's. */
function SafetyStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{safetyStyle.replaceAll('\n', '')}</style>;
}

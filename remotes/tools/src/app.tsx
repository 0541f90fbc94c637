import type { RemoteContext } from '@sitedeck/sdk';
import { ConfigProvider } from '@sitedeck/ui/core';
import { useFocusKept } from '@sitedeck/ui/focus';
import { useContext, useRef } from 'react';
import { AppsPage } from './apps/AppsPage';
import { appsStyle } from './apps/apps-style';
import { toolsStyle } from './frame/tools-style';
import { SiteImagePage } from './site-image/SiteImagePage';
import { SiteMovePage } from './site-move/SiteMovePage';

/** Exposed as `./app`: renders the remote inside the caller's React tree, below the UI provider. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const box = useRef<HTMLElement>(null);
  useFocusKept(box);
  return (
    <section ref={box} className="tl">
      <ToolsStyle />
      <Page ctx={ctx} />
    </section>
  );
}

function Page({ ctx }: { readonly ctx: RemoteContext }) {
  const { path } = ctx.nav;
  if (path.startsWith('/tool/plugInManager')) return <AppsPage ctx={ctx} />;
  return path.startsWith('/tool/siteImage') ? <SiteImagePage ctx={ctx} /> : <SiteMovePage />;
}

/** Puts the style sheet inside the mount, because a shadow root sees none of the page's. */
function ToolsStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{(toolsStyle + appsStyle).replaceAll('\n', '')}</style>;
}

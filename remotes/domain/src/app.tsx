import type { RemoteContext } from '@sitedeck/sdk';
import { ConfigProvider, Skeleton } from '@sitedeck/ui/core';
import { useFocusKept } from '@sitedeck/ui/focus';
import { lazy, Suspense, useContext, useRef } from 'react';
import { domainStyle } from './frame/domain-style';
import { BindDomainPage } from './pages/BindDomainPage';
import { DialogsProvider } from './pages/DialogsProvider';

/** A chunk of its own: most hosts have no edge cache. */
const CdnPage = lazy(() => import('./pages/CdnPage').then((file) => ({ default: file.CdnPage })));

const CDN_PATH = '/domainCertCdn/cdn';

/** Exposed as `./app`: renders the remote inside the caller's React tree, below the UI provider. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const box = useRef<HTMLElement>(null);
  useFocusKept(box);
  return (
    <section ref={box} className="dm">
      <DomainStyle />
      {ctx.nav.path === CDN_PATH ? (
        <Suspense fallback={<Loading />}>
          <CdnPage ctx={ctx} />
        </Suspense>
      ) : (
        <DialogsProvider>
          <BindDomainPage ctx={ctx} />
        </DialogsProvider>
      )}
    </section>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  );
}

/** Puts the style sheet inside the mount, because the page's styles do not apply inside a shadow root. */
function DomainStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{domainStyle.replaceAll('\n', '')}</style>;
}

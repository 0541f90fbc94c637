import type { RemoteContext } from '@sitedeck/sdk';
import { Skeleton, ConfigProvider } from '@sitedeck/ui/core';
import { useFocusKept } from '@sitedeck/ui/focus';
import { lazy, Suspense, useRef, useContext } from 'react';
import { pageStyle } from './page/page-style';

const DatabasePage = lazy(() =>
  import('./page/DatabasePage').then((file) => ({ default: file.DatabasePage })),
);

/** Exposed as `./app`: renders the remote inside the caller's React tree, below the UI provider. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const box = useRef<HTMLElement>(null);
  useFocusKept(box);
  return (
    <section ref={box} className="db sd-fills">
      <PageStyle />
      <Suspense fallback={<LoadingPage />}>
        <DatabasePage ctx={ctx} />
      </Suspense>
    </section>
  );
}

function LoadingPage() {
  return (
    <div aria-busy="true">
      <Skeleton active paragraph={{ rows: 6 }} />
    </div>
  );
}

/** Puts the style sheet inside the mount, because a shadow root sees none of the page's. */
function PageStyle() {
  const nonce = useContext(ConfigProvider.ConfigContext).csp?.nonce;
  return <style nonce={nonce}>{pageStyle.replaceAll('\n', '')}</style>;
}

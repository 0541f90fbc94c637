import type { RemoteContext } from '@sitedeck/sdk';
import { Skeleton } from '@sitedeck/ui/core';
import { useFocusKept } from '@sitedeck/ui/focus';
import { lazy, Suspense, useRef } from 'react';
import { PageStyle } from './page/PageStyle';

const DatabasePage = lazy(() =>
  import('./page/DatabasePage').then((file) => ({ default: file.DatabasePage })),
);

/** Door `./app`: the remote in the tree of whoever holds it. Needs the kit's provider above it. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const box = useRef<HTMLElement>(null);
  useFocusKept(box);
  return (
    <section ref={box} className="db sd-fills">
      <PageStyle />
      <Suspense fallback={<Waits />}>
        <DatabasePage ctx={ctx} />
      </Suspense>
    </section>
  );
}

function Waits() {
  return (
    <div aria-busy="true">
      <Skeleton active paragraph={{ rows: 6 }} />
    </div>
  );
}

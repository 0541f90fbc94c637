import type { RemoteContext } from '@sitedeck/sdk';
import { Skeleton } from '@sitedeck/ui/core';
import { lazy, Suspense } from 'react';
import { FrameStyle } from './frame/FrameStyle';
import type { EnvPageName } from './frame/page-names';

/** Each page is a script of its own. */
const PAGES = {
  home: lazy(() => import('./pages/home/HomePage').then(({ HomePage }) => ({ default: HomePage }))),
} as const satisfies Partial<Record<EnvPageName, unknown>>;

type Built = keyof typeof PAGES;

const isBuilt = (name: string): name is Built => Object.hasOwn(PAGES, name);

/** The page that an address names; the first one for any other, as for the parent's own. */
function pageAt(path: string): Built {
  const name = path.split('/').filter(Boolean)[1] ?? '';
  return isBuilt(name) ? name : 'home';
}

/** Door `./app`: the remote in the tree of whoever holds it. Needs the kit's provider above it. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const name = pageAt(ctx.nav.path);
  const Page = PAGES[name];
  return (
    <section className="he sd-fills">
      <FrameStyle />
      <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
        <Page key={name} ctx={ctx} />
      </Suspense>
    </section>
  );
}

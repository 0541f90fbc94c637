import type { RemoteContext } from '@sitedeck/sdk';
import { Skeleton } from '@sitedeck/ui/core';
import { useFocusKept } from '@sitedeck/ui/focus';
import { type ComponentType, lazy, Suspense, useRef } from 'react';
import type { EnvPageName } from './frame/EnvPage';
import { FrameStyle } from './frame/FrameStyle';

type Page = ComponentType<{ readonly ctx: RemoteContext }>;

const page = (load: () => Promise<Page>) => lazy(() => load().then((found) => ({ default: found })));

/** Each is a script of its own. */
const PAGES: Partial<Record<EnvPageName, ReturnType<typeof page>>> = {
  home: page(() => import('./pages/home/HomePage').then(({ HomePage }) => HomePage)),
  pseudoStatic: page(() => import('./pages/rewrite/RewritePage').then(({ RewritePage }) => RewritePage)),
  301: page(() => import('./pages/redirects/RedirectsPage').then(({ RedirectsPage }) => RedirectsPage)),
  404: page(() => import('./pages/error-page/ErrorPagePage').then(({ ErrorPagePage }) => ErrorPagePage)),
  php: page(() => import('./pages/php/PhpPage').then(({ PhpPage }) => PhpPage)),
  errorInfo: page(() =>
    import('./pages/error-info/ErrorInfoPage').then(({ ErrorInfoPage }) => ErrorInfoPage),
  ),
  dNet: page(() => import('./pages/dotnet/DotNetPage').then(({ DotNetPage }) => DotNetPage)),
  mime: page(() => import('./pages/mime/MimePage').then(({ MimePage }) => MimePage)),
};

const isBuilt = (name: string): name is EnvPageName => Object.hasOwn(PAGES, name);

/** The page that an address names; the first one for any other, as for the parent's own. */
function pageAt(path: string): EnvPageName {
  const name = path.split('/').filter(Boolean)[1] ?? '';
  return isBuilt(name) ? name : 'home';
}

/** Door `./app`: the remote in the tree of whoever holds it. Needs the kit's provider above it. */
export function App({ ctx }: { readonly ctx: RemoteContext }) {
  const name = pageAt(ctx.nav.path);
  const Shown = PAGES[name];
  const box = useRef<HTMLElement>(null);
  useFocusKept(box);
  return (
    <section ref={box} className="he sd-fills">
      <FrameStyle />
      <Suspense fallback={<Loading />}>{Shown && <Shown key={name} ctx={ctx} />}</Suspense>
    </section>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <Skeleton active paragraph={{ rows: 6 }} />
    </div>
  );
}

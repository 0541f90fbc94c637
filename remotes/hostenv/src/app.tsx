import type { RemoteContext } from '@sitedeck/sdk';
import { Skeleton } from '@sitedeck/ui/core';
import { useFocusKept } from '@sitedeck/ui/focus';
import { type ComponentType, lazy, Suspense, useRef } from 'react';
import type { EnvPageName } from './frame/EnvPage';
import { FrameStyle } from './frame/FrameStyle';

type Page = ComponentType<{ readonly ctx: RemoteContext }>;

const page = (load: () => Promise<Page>) => lazy(() => load().then((found) => ({ default: found })));

type PageName = EnvPageName | 'cron';

/** Each page is loaded as its own script. */
const PAGES: Partial<Record<PageName, ReturnType<typeof page>>> = {
  home: page(() => import('./pages/home/HomePage').then(({ HomePage }) => HomePage)),
  pseudoStatic: page(() => import('./pages/rewrite/RewritePage').then(({ RewritePage }) => RewritePage)),
  301: page(() => import('./pages/redirects/RedirectsPage').then(({ RedirectsPage }) => RedirectsPage)),
  404: page(() => import('./pages/error-page/ErrorPagePage').then(({ ErrorPagePage }) => ErrorPagePage)),
  php: page(() => import('./pages/php/PhpPage').then(({ PhpPage }) => PhpPage)),
  errorInfo: page(() =>
    import('./pages/error-info/ErrorInfoPage').then(({ ErrorInfoPage }) => ErrorInfoPage),
  ),
  dNet: page(() => import('./pages/dotnet/DotNetPage').then(({ DotNetPage }) => DotNetPage)),
  cron: page(() => import('./pages/cron/CronPage').then(({ CronPage }) => CronPage)),
  mime: page(() => import('./pages/mime/MimePage').then(({ MimePage }) => MimePage)),
};

const isBuilt = (name: string): name is PageName => Object.hasOwn(PAGES, name);

/** The page of an address; the first page if it names none. */
function pageAt(path: string): PageName {
  const name = path.split('/').filter(Boolean)[1] ?? '';
  return isBuilt(name) ? name : 'home';
}

/** Exposed as `./app`: renders the remote inside the caller's React tree, below the UI provider. */
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

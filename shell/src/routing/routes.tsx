import { useCurrentHost } from '@sitedeck/sdk';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { ConsoleLayout } from '../layout/ConsoleLayout';
import { RemoteArea } from '../remotes/RemoteArea';
import { LateSkeleton } from '../remotes/LateSkeleton';
import { usePage } from './console-context';
import type { Page } from './pages';
import type { ShellView } from './shell-pages';

// Each needs a lazy facade of the kit; the first script holds only the layout.
const VIEWS = {
  home: lazy(() => import('../home/HomePage').then(({ HomePage }) => ({ default: HomePage }))),
  tasks: lazy(() =>
    import('../tasks/TaskCenterPage').then(({ TaskCenterPage }) => ({ default: TaskCenterPage })),
  ),
  'not-found': lazy(() =>
    import('../layout/NotFoundPage').then(({ NotFoundPage }) => ({ default: NotFoundPage })),
  ),
} as const satisfies Record<ShellView, unknown>;

const BlockedPage = lazy(() =>
  import('../layout/BlockedPage').then(({ BlockedPage }) => ({ default: BlockedPage })),
);

/** What stands at the current address, inside the layout. An unknown address leads to /404, which names it. */
export function ConsoleRoutes() {
  const page = usePage();
  const { pathname } = useLocation();
  useDocumentTitle(page);
  if (!page) return <Navigate to="/404" replace state={{ from: pathname }} />;
  return (
    <ConsoleLayout>
      <PageBody page={page} />
    </ConsoleLayout>
  );
}

function PageBody({ page }: { readonly page: Page }) {
  const { body } = page;
  // Keyed by remote, not by path: a remote keeps its state while the user moves among its pages.
  if (body.is === 'remote') return <RemoteArea key={body.remote.name} remote={body.remote} page={page} />;
  const View = body.is === 'blocked' ? BlockedPage : VIEWS[body.view];
  return (
    <Suspense key={page.path} fallback={<LateSkeleton />}>
      <View />
    </Suspense>
  );
}

function useDocumentTitle(page: Page | undefined): void {
  const { hostName } = useCurrentHost().hostService;
  const title = page?.title;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} - ${hostName} - SiteDeck`;
  }, [title, hostName]);
}

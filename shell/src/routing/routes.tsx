import { hostTitle, useCurrentHost } from '@sitedeck/sdk';
import { Crumbs } from '@sitedeck/ui/core';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { ConsoleLayout } from '../layout/ConsoleLayout';
import { RemoteArea } from '../remotes/RemoteArea';
import { ShellArea } from '../remotes/ShellArea';
import { useGo, usePage, usePages } from './console-context';
import { isAfterHostSwitch, nearestPage } from './host-switch';
import type { Page } from './pages';
import type { ShellView } from './shell-pages';

// Separate chunks, since each needs a lazy facade of the kit; the first script holds only the layout.
const VIEWS = {
  home: () => import('../home/HomePage').then(({ HomePage }) => HomePage),
  tasks: () => import('../tasks/TaskCenterPage').then(({ TaskCenterPage }) => TaskCenterPage),
  log: () => import('../log/LogPage').then(({ LogPage }) => LogPage),
  'not-found': () => import('../layout/NotFoundPage').then(({ NotFoundPage }) => NotFoundPage),
} as const satisfies Record<ShellView, unknown>;

const loadBlocked = () => import('../layout/BlockedPage').then(({ BlockedPage }) => BlockedPage);

/** The content of the current address, inside the layout. An unknown address leads to /404, which names it. */
export function ConsoleRoutes() {
  const page = usePage();
  const { pathname, search } = useLocation();
  useDocumentTitle(page);
  if (!page) return <Elsewhere from={pathname} />;
  if (page.body.is === 'redirect') return <Navigate to={page.body.to + search} replace />;
  return (
    <ConsoleLayout>
      <Breadcrumb levels={page.crumbs} />
      <PageBody page={page} body={page.body} />
    </ConsoleLayout>
  );
}

/** Another host may lack the page that was open at the switch: its user asked for the host, not for a missing page. */
function Elsewhere({ from }: { readonly from: string }) {
  const pages = usePages();
  if (isAfterHostSwitch()) return <Navigate to={nearestPage(from, pages)} replace />;
  return <Navigate to="/404" replace state={{ from }} />;
}

interface PageBodyProps {
  readonly page: Page;
  readonly body: Exclude<Page['body'], { is: 'redirect' }>;
}

function PageBody({ page, body }: PageBodyProps) {
  // Keyed by remote, not by path: a remote keeps its state while the user moves among its pages.
  if (body.is === 'remote') return <RemoteArea key={body.remote.name} remote={body.remote} page={page} />;
  const load = body.is === 'blocked' ? loadBlocked : VIEWS[body.view];
  return <ShellArea key={page.path} title={page.title} load={load} />;
}

function useDocumentTitle(page: Page | undefined): void {
  const hostName = hostTitle(useCurrentHost());
  const title = page?.title;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} - ${hostName} - SiteDeck`;
  }, [title, hostName]);
}

/** Above the page, also while its remote loads or after it failed. Upper levels link to their first page. */
function Breadcrumb({ levels }: { readonly levels: Page['crumbs'] }) {
  const go = useGo();
  const last = levels.length - 1;
  return (
    <Crumbs
      crumbs={levels.map(({ path, title }, index) =>
        index === last ? { title } : { title, href: path, go: () => go(path) },
      )}
    />
  );
}

import type { Page } from './pages';

const MARK = { switchedHost: true } as const;

/** Marks the current history entry before the page reloads on another host. A query belongs to the old host. */
export function markHostSwitch(): void {
  history.replaceState(MARK, '', location.pathname);
}

/** Whether the page loaded here because the host was switched. Any navigation drops the mark. */
export function isAfterHostSwitch(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'switchedHost' in state;
}

/** The closest level above an address that has a page; Home if there is none. */
export function nearestPage(pathname: string, pages: readonly Page[]): string {
  const above = pathname.slice(0, pathname.lastIndexOf('/'));
  if (above === '') return '/';
  return pages.some(({ path }) => path === above) ? above : nearestPage(above, pages);
}

import type { BootRemote } from '@sitedeck/contract';
import { kernel, useCurrentHost, useLocale } from '@sitedeck/sdk';
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { buildMenu, type MenuNode } from './menu';
import { buildPages, type Page } from './pages';

/** The remotes of this session, from the boot document. */
export const RemotesContext = createContext<readonly BootRemote[]>([]);

/** Entries of the side menu for the current host, role and language. */
export function useMenu(): readonly MenuNode[] {
  const remotes = useContext(RemotesContext);
  const host = useCurrentHost();
  const locale = useLocale();
  return useMemo(() => buildMenu(host, remotes, locale), [host, remotes, locale]);
}

/** Every page of the current host. */
export function usePages(): readonly Page[] {
  const remotes = useContext(RemotesContext);
  const host = useCurrentHost();
  const locale = useLocale();
  return useMemo(() => buildPages(host, remotes, locale), [host, remotes, locale]);
}

/** The page at the current address; `undefined` if there is none. */
export function usePage(): Page | undefined {
  const { pathname } = useLocation();
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return usePages().find((page) => page.path === path);
}

export type Go = (path: string, options?: { readonly replace?: boolean }) => void;

/**
 * Changes the page without reloading, unless a remote with unsaved work stops it. Going to sign-in while
 * signed in is cancelled.
 */
export function useGo(): Go {
  const navigate = useNavigate();
  return useCallback(
    (path, { replace = false } = {}) => {
      if (/^\/login(?:[/?#]|$)/.test(path)) return;
      const leaving = { stopped: false };
      const go = () => void navigate(path, { replace });
      kernel().events.emit('leaving', { path, stop: () => (leaving.stopped = true), go });
      if (!leaving.stopped) go();
    },
    [navigate],
  );
}

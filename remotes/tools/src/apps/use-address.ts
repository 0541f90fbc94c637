import { APP_CATEGORIES, type AppCategory } from '@sitedeck/contract';
import type { RemoteNav } from '@sitedeck/sdk';
import { useMemo } from 'react';

export const TABS = ['all', 'installed', 'updates'] as const;
export type Tab = (typeof TABS)[number];

/** What the page shows. It is kept in the address, so that a link shows the same. */
export interface PageView {
  readonly tab: Tab;
  /** Part of a name. */
  readonly filter: string;
  /** Empty: all. */
  readonly category: AppCategory | '';
}

export interface Address extends PageView {
  readonly show: (change: Partial<PageView>) => void;
}

export function useAddress(nav: RemoteNav): Address {
  const view = useMemo(() => viewFrom(nav.search), [nav.search]);
  return {
    ...view,
    show: (change) => {
      const search = searchOf({ ...view, ...change });
      nav.go(search ? `${nav.path}?${search}` : nav.path, { replace: true });
    },
  };
}

function viewFrom(search: string): PageView {
  const params = new URLSearchParams(search);
  return {
    tab: TABS.find((tab) => tab === params.get('tab')) ?? 'all',
    filter: params.get('q') ?? '',
    category: APP_CATEGORIES.find((category) => category === params.get('category')) ?? '',
  };
}

function searchOf({ tab, filter, category }: PageView): string {
  const search = new URLSearchParams();
  if (tab !== 'all') search.set('tab', tab);
  if (filter) search.set('q', filter);
  if (category) search.set('category', category);
  return search.toString();
}

import type { RemoteNav } from '@sitedeck/sdk';
import { useMemo } from 'react';

export const TABS = ['tables', 'slow', 'connections', 'safety'] as const;
export type Tab = (typeof TABS)[number];

export const SORTS = ['name', 'rows', 'size', 'updated'] as const;
export type Sort = (typeof SORTS)[number];

/** What the page shows. It is kept in the address, so that a link shows the same. */
export interface PageView {
  readonly tab: Tab;
  /** Part of a table name. */
  readonly filter: string;
  /** Storage engine of tables; empty: all. */
  readonly engine: string;
  readonly sort: Sort;
  readonly order: 'ascend' | 'descend';
}

export interface Address extends PageView {
  readonly show: (change: Partial<PageView>) => void;
}

/** The largest tables first, because users open the list when space runs out. */
const DEFAULTS: PageView = { tab: 'tables', filter: '', engine: '', sort: 'size', order: 'descend' };

export function useAddress(nav: RemoteNav): Address {
  const state = useMemo(() => viewFrom(nav.search), [nav.search]);
  return {
    ...state,
    show(change) {
      const search = searchOf({ ...state, ...change });
      nav.go(search ? `${nav.path}?${search}` : nav.path, { replace: true });
    },
  };
}

const oneOf = <Name extends string>(names: readonly Name[], given: string | null, fallback: Name): Name =>
  names.find((name) => name === given) ?? fallback;

function viewFrom(search: string): PageView {
  const params = new URLSearchParams(search);
  return {
    tab: oneOf(TABS, params.get('tab'), DEFAULTS.tab),
    filter: params.get('q') ?? '',
    engine: params.get('engine') ?? '',
    sort: oneOf(SORTS, params.get('sort'), DEFAULTS.sort),
    order: params.get('order') === 'asc' ? 'ascend' : 'descend',
  };
}

function searchOf({ tab, filter, engine, sort, order }: PageView): string {
  const search = new URLSearchParams();
  if (tab !== DEFAULTS.tab) search.set('tab', tab);
  if (filter) search.set('q', filter);
  if (engine) search.set('engine', engine);
  if (sort !== DEFAULTS.sort) search.set('sort', sort);
  if (order !== DEFAULTS.order) search.set('order', 'asc');
  return search.toString();
}

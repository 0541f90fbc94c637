import type { RemoteNav } from '@sitedeck/sdk';
import { useMemo } from 'react';

export const TABS = ['tables', 'slow', 'connections', 'safety'] as const;
export type Tab = (typeof TABS)[number];

export const SORTS = ['name', 'rows', 'size', 'updated'] as const;
export type Sort = (typeof SORTS)[number];

/** What the page shows; a link to it shows the same. */
export interface Place {
  readonly tab: Tab;
  /** Part of the names of tables. */
  readonly filter: string;
  /** Of tables; empty: all. */
  readonly engine: string;
  readonly sort: Sort;
  readonly order: 'ascend' | 'descend';
}

export interface Address extends Place {
  readonly show: (change: Partial<Place>) => void;
}

/** The largest tables first: they are what one looks for when space runs out. */
const USUAL: Place = { tab: 'tables', filter: '', engine: '', sort: 'size', order: 'descend' };

export function useAddress(nav: RemoteNav): Address {
  const place = useMemo(() => placeFrom(nav.search), [nav.search]);
  return {
    ...place,
    show(change) {
      const search = searchOf({ ...place, ...change });
      nav.go(search ? `${nav.path}?${search}` : nav.path, { replace: true });
    },
  };
}

const oneOf = <Name extends string>(names: readonly Name[], given: string | null, usual: Name): Name =>
  names.find((name) => name === given) ?? usual;

function placeFrom(search: string): Place {
  const asked = new URLSearchParams(search);
  return {
    tab: oneOf(TABS, asked.get('tab'), USUAL.tab),
    filter: asked.get('q') ?? '',
    engine: asked.get('engine') ?? '',
    sort: oneOf(SORTS, asked.get('sort'), USUAL.sort),
    order: asked.get('order') === 'asc' ? 'ascend' : 'descend',
  };
}

function searchOf({ tab, filter, engine, sort, order }: Place): string {
  const search = new URLSearchParams();
  if (tab !== USUAL.tab) search.set('tab', tab);
  if (filter) search.set('q', filter);
  if (engine) search.set('engine', engine);
  if (sort !== USUAL.sort) search.set('sort', sort);
  if (order !== USUAL.order) search.set('order', 'asc');
  return search.toString();
}

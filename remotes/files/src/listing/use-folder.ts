import type { RemoteNav } from '@sitedeck/sdk';
import { useEffect, useMemo, useRef, useState } from 'react';
import { parentOf, pathFromSearch } from '../paths';
import type { ListQuery } from './rows';

const SORTS: readonly string[] = ['size', 'mtime'];

export interface Folder {
  readonly query: ListQuery;
  readonly canGoBack: boolean;
  readonly open: (path: string) => void;
  readonly up: () => void;
  readonly back: () => void;
  readonly sortBy: (sort: ListQuery['sort']) => void;
  readonly filterBy: (filter: string) => void;
}

/** The open folder, its order and filter. All are in the address, so that a link shows the same list. */
export function useFolder(nav: RemoteNav): Folder {
  const query = useMemo(() => queryFrom(nav.search), [nav.search]);
  const [visited, setVisited] = useState<readonly string[]>([]);
  /** Path that was requested before the address has changed, so that a double click is one visit. */
  const going = useRef<string>(undefined);
  useEffect(() => {
    going.current = undefined;
  }, [nav.search]);
  const show = (change: Partial<ListQuery>, replace: boolean) => {
    nav.go(`${nav.path}?${searchOf({ ...query, ...change })}`, { replace });
  };
  const open = (path: string) => {
    if (path === query.path || path === going.current) return;
    going.current = path;
    setVisited([...visited, query.path]);
    show({ path, filter: '' }, false);
  };
  return {
    query,
    canGoBack: visited.length > 0,
    open,
    up: () => open(parentOf(query.path)),
    back() {
      const path = visited.at(-1);
      setVisited(visited.slice(0, -1));
      if (path !== undefined) show({ path, filter: '' }, false);
    },
    sortBy(sort) {
      const order = query.sort === sort && query.order === 'asc' ? 'desc' : 'asc';
      show({ sort, order }, true);
    },
    filterBy: (filter) => show({ filter }, true),
  };
}

function queryFrom(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const sort = params.get('sort') ?? '';
  return {
    path: pathFromSearch(search),
    sort: SORTS.includes(sort) ? (sort as ListQuery['sort']) : 'name',
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    filter: params.get('q') ?? '',
  };
}

/** Keeps slashes readable and leaves out defaults. */
function searchOf({ path, sort, order, filter }: ListQuery): string {
  const search = new URLSearchParams({ path });
  if (sort !== 'name') search.set('sort', sort);
  if (order !== 'asc') search.set('order', order);
  if (filter) search.set('q', filter);
  return search.toString().replaceAll('%2F', '/');
}

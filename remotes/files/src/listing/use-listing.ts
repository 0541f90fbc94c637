import { LIST_ENTRIES_MAX, listFolder, type CallReply, type Fault, type FileEntry } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useMemo, useState } from 'react';
import { filesApi } from '../files.api';
import { keyOf, type ListQuery, type Rows } from './rows';
import { PAGE_ROWS, pagesOf, type Span } from './visible-rows';

/** `stale`: the rows of the last query, kept dimmed until those of the new one arrive. */
export type Listing =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault; readonly retry: () => void }
  | { readonly is: 'ready'; readonly rows: Rows; readonly stale: boolean };

type Page = CallReply<typeof listFolder>;

const inputOf = ({ filter, ...rest }: ListQuery, page: number) => ({
  body: { ...rest, ...(filter && { filter }), offset: page * PAGE_ROWS, limit: PAGE_ROWS },
});

/**
 * The entries of a folder, page by page as `span` moves over them. A screen touches two pages at most
 * (`PAGE_ROWS` is more than any screen shows), hence two queries; pages left behind stay cached for a minute.
 */
export function useListing(query: ListQuery, span: Span): Listing {
  const [page = 0, next] = pagesOf(span);
  const firstPage = filesApi.useListFolderQuery(inputOf(query, page));
  const secondPage = filesApi.useListFolderQuery(inputOf(query, next ?? page), { skip: next === undefined });
  const below = next === undefined ? undefined : secondPage.currentData;
  const rows = useMemo(
    () =>
      rowsOf(query, [
        [page, firstPage.currentData],
        [page + 1, below],
      ]),
    [query, page, firstPage.currentData, below],
  );
  const [last, setLast] = useState(rows);
  if (rows && rows !== last) setLast(rows);
  const unloaded = useMemo(() => last && withoutEntries(last), [last]);

  if (firstPage.error && !firstPage.isFetching) {
    return { is: 'failed', fault: toFault(firstPage.error), retry: () => void firstPage.refetch() };
  }
  if (rows) return { is: 'ready', rows, stale: false };
  if (unloaded && last?.query === query) return { is: 'ready', rows: unloaded, stale: false };
  if (last?.query.path === query.path) return { is: 'ready', rows: last, stale: true };
  return { is: 'loading' };
}

const withoutEntries = (rows: Rows): Rows => ({
  ...rows,
  at: () => undefined,
  loaded: new Map(),
  isComplete: rows.total === 0,
});

function rowsOf(query: ListQuery, pages: readonly (readonly [number, Page | undefined])[]): Rows | undefined {
  const known = new Map(pages);
  const anyPage = pages.find(([, page]) => page !== undefined)?.[1];
  if (!anyPage) return undefined;
  const loaded = new Map(
    pages.flatMap(([number, page]) =>
      (page?.entries ?? []).map((entry, index) => [keyOf(entry), number * PAGE_ROWS + index] as const),
    ),
  );
  return {
    query,
    total: anyPage.total,
    folders: anyPage.folders,
    writable: anyPage.writable,
    ownerUid: anyPage.ownerUid,
    at: (row) => known.get(Math.floor(row / PAGE_ROWS))?.entries[row % PAGE_ROWS],
    loaded,
    isComplete: loaded.size === anyPage.total,
    bytes:
      anyPage.total === anyPage.entries.length
        ? anyPage.entries.reduce((sum, { size }) => sum + size, 0)
        : undefined,
  };
}

/** Entries of the rows `[from, to)` however far apart: for a range, or for all (`to` past the end). Rejects with a fault. */
export async function fetchEntries({ filter, ...rest }: ListQuery, { from, to }: Span): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  let end = to;
  while (from + entries.length < end) {
    const offset = from + entries.length;
    const body = {
      ...rest,
      ...(filter && { filter }),
      offset,
      limit: Math.min(LIST_ENTRIES_MAX, end - offset),
    };
    // Not cached: an invalidation meanwhile would drop a reply that has no subscriber.
    const reply = await call(listFolder, { body }, { quiet: true });
    if (reply.entries.length === 0) break;
    entries.push(...reply.entries);
    end = Math.min(end, reply.total);
  }
  return entries;
}

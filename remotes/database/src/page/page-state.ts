import type { Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import type { ResourceRows } from '@sitedeck/ui/page';

/** What the page can show of the database. */
export type PageState<Data> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault; readonly retry: () => void }
  | { readonly is: 'forbidden'; readonly fault: Fault }
  | { readonly is: 'ready'; readonly data: Data };

interface Asked<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly isFetching?: boolean;
  readonly refetch: () => unknown;
}

/** State of a reading call. What was read once stays on the page while it is read anew, and when that fails. */
export function pageStateOf<Data>({ data, error, refetch }: Asked<Data>): PageState<Data> {
  if (data !== undefined) return { is: 'ready', data };
  if (error === undefined) return { is: 'loading' };
  const fault = toFault(error);
  if (fault.code === '403') return { is: 'forbidden', fault };
  return { is: 'failed', fault, retry: () => void refetch() };
}

/** The same for a list; a list that can't be read anew says so, since it would show what is no longer there. */
export function rowsOf<Data, Row>(
  { data, error, isFetching = false }: Asked<Data>,
  rows: (data: Data) => readonly Row[],
): ResourceRows<Row> {
  if (error !== undefined && !isFetching) return { is: 'failed', fault: toFault(error) };
  const shown = data === undefined ? [] : rows(data);
  return { is: isFetching || data === undefined ? 'loading' : 'ready', rows: shown, total: shown.length };
}

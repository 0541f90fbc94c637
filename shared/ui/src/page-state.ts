import type { Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';

/** What a page can show of what it reads. An empty list is told by the list itself. */
export type PageState<Data> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault; readonly retry: () => void }
  | { readonly is: 'forbidden'; readonly fault: Fault }
  | { readonly is: 'ready'; readonly data: Data };

interface Asked<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
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

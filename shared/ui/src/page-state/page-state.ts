import type { Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';

/** States of a page that reads data. An empty list is a ready one: the list itself says that it is empty. */
export type PageState<Data> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault; readonly retry: () => void }
  | { readonly is: 'forbidden'; readonly fault: Fault }
  | { readonly is: 'ready'; readonly data: Data };

interface Query<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

/** State of a reading call. Data stays on the page while it is read again, and when that fails. */
export function pageStateOf<Data>({ data, error, refetch }: Query<Data>): PageState<Data> {
  if (data !== undefined) return { is: 'ready', data };
  if (error === undefined) return { is: 'loading' };
  const fault = toFault(error);
  if (fault.code === '403') return { is: 'forbidden', fault };
  return { is: 'failed', fault, retry: () => void refetch() };
}

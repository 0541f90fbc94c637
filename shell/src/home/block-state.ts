import type { Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';

/** State of one block of Home. Each loads and fails alone. */
export type BlockState<Data> =
  | { readonly is: 'loading' }
  | { readonly is: 'ready'; readonly data: Data }
  /** `isRetrying`: another attempt is in progress. */
  | { readonly is: 'failed'; readonly fault: Fault; readonly isRetrying: boolean; readonly retry: Retry };

export type Retry = () => Promise<unknown>;

interface Query<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => PromiseLike<unknown>;
}

/** Data stays while it is loaded again, and when that fails. */
export function blockOf<Data>({ data, error, isFetching, refetch }: Query<Data>): BlockState<Data> {
  if (data !== undefined) return { is: 'ready', data };
  if (error === undefined) return { is: 'loading' };
  return { is: 'failed', fault: toFault(error), isRetrying: isFetching, retry: async () => refetch() };
}

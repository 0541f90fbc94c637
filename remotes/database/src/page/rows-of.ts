import { toFault } from '@sitedeck/sdk';
import type { ResourceRows } from '@sitedeck/ui/page';

interface Asked<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly isFetching?: boolean;
}

/** State of a call that reads a list. One that can't be read anew says so, since it would show what is no longer there. */
export function rowsOf<Data, Row>(
  { data, error, isFetching = false }: Asked<Data>,
  rows: (data: Data) => readonly Row[],
): ResourceRows<Row> {
  if (error !== undefined && !isFetching) return { is: 'failed', fault: toFault(error) };
  const shown = data === undefined ? [] : rows(data);
  return { is: isFetching || data === undefined ? 'loading' : 'ready', rows: shown, total: shown.length };
}

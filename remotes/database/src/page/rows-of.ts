import { toFault } from '@sitedeck/sdk';
import type { ResourceRows } from '@sitedeck/ui/page';

interface ListQuery<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly isFetching?: boolean;
}

/**
 * Table state of a list query. A list that could not be read again shows the fault, because its rows may be
 * gone.
 */
export function rowsOf<Data, Row>(
  { data, error, isFetching = false }: ListQuery<Data>,
  rows: (data: Data) => readonly Row[],
): ResourceRows<Row> {
  if (error !== undefined && !isFetching) return { is: 'failed', fault: toFault(error) };
  const shown = data === undefined ? [] : rows(data);
  return { is: isFetching || data === undefined ? 'loading' : 'ready', rows: shown, total: shown.length };
}

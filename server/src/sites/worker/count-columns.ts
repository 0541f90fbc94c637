import { sql, type RawBuilder } from 'kysely';

interface ErrorCounts {
  readonly clientError: number;
  readonly serverError: number;
}

/** Counts under the names of their columns. */
export const countColumns = <Counts extends ErrorCounts>({
  clientError,
  serverError,
  ...counts
}: Counts) => ({
  ...counts,
  client_error: clientError,
  server_error: serverError,
});

/** What an upsert sets to add the new counts to those of the stored row. */
export function addedCounts<Column extends string>(
  table: string,
  columns: readonly Column[],
): Readonly<Record<Column, RawBuilder<number>>> {
  const sum = (column: Column) =>
    sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  const sums = columns.map((column) => [column, sum(column)] as const);
  return Object.fromEntries(sums) as Record<Column, RawBuilder<number>>;
}

/** Columns of requests by the class of their status, in every table with such counts. */
export const HOUR_COUNTS = ['requests', 'bytes', 'ok', 'redirect', 'client_error', 'server_error'] as const;

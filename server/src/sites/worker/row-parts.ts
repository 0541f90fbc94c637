/** Rows per statement: each takes at most twelve parameters, and a statement allows 65,535. */
const ROWS_AT_ONCE = 1000;

/** Divides rows into parts that fit into one statement each. */
export function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}

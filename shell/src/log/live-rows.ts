import type { LogRecord } from '@sitedeck/contract';

/** Rows that arrived after the page was loaded; newest first. */
export interface LiveRows {
  readonly shown: readonly LogRecord[];
  /** Held back: showing them would move the rows that the reader is at. */
  readonly waiting: readonly LogRecord[];
}

export const NO_LIVE_ROWS: LiveRows = { shown: [], waiting: [] };

const newestFirst = (records: readonly LogRecord[]) => [...records].sort((a, b) => b.id - a.id);

interface Arrival {
  readonly records: readonly LogRecord[];
  /** Ids that the page already has. */
  readonly known: ReadonlySet<number>;
  readonly held: boolean;
}

/** Adds new records, each once. Returns the same value if none is new. */
export function addNewRows(rows: LiveRows, { records, known, held }: Arrival): LiveRows {
  const seen = new Set([...rows.shown, ...rows.waiting].map(({ id }) => id));
  const fresh = records.filter(({ id }) => !seen.has(id) && !known.has(id));
  if (fresh.length === 0) return rows;
  const waiting = newestFirst([...fresh, ...rows.waiting]);
  return held ? { ...rows, waiting } : showWaitingRows({ ...rows, waiting });
}

/** Shows the rows that were held back. */
export const showWaitingRows = (rows: LiveRows): LiveRows =>
  rows.waiting.length === 0 ? rows : { shown: newestFirst([...rows.waiting, ...rows.shown]), waiting: [] };

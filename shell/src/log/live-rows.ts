import type { LogRecord } from '@sitedeck/contract';

/** What came after the page was loaded; newest first. */
export interface LiveRows {
  readonly shown: readonly LogRecord[];
  /** Not shown yet: showing them would move what the reader is at. */
  readonly waiting: readonly LogRecord[];
}

export const NO_LIVE_ROWS: LiveRows = { shown: [], waiting: [] };

const newestFirst = (records: readonly LogRecord[]) => [...records].sort((a, b) => b.id - a.id);

interface Arrival {
  readonly records: readonly LogRecord[];
  /** Ids that the page holds anyway. */
  readonly known: ReadonlySet<number>;
  readonly held: boolean;
}

/** Takes in what was told, once each. The same value where nothing of it is new. */
export function arrive(rows: LiveRows, { records, known, held }: Arrival): LiveRows {
  const seen = new Set([...rows.shown, ...rows.waiting].map(({ id }) => id));
  const fresh = records.filter(({ id }) => !seen.has(id) && !known.has(id));
  if (fresh.length === 0) return rows;
  const waiting = newestFirst([...fresh, ...rows.waiting]);
  return held ? { ...rows, waiting } : release({ ...rows, waiting });
}

/** Shows what waits. */
export const release = (rows: LiveRows): LiveRows =>
  rows.waiting.length === 0 ? rows : { shown: newestFirst([...rows.waiting, ...rows.shown]), waiting: [] };

import { newerLog, type CallReply, type LogFilter, type LogRecord, type queryLog } from '@sitedeck/contract';
import { call } from '@sitedeck/sdk';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { followLog } from './follow-log';
import { addNewRows, NO_LIVE_ROWS, showWaitingRows, type LiveRows } from './live-rows';
import { pausePage } from './page-pause';

/** How long a new row is marked, ms. */
const MARKED_MS = 6000;

type Page = CallReply<typeof queryLog>;

interface Following {
  /** What the server answered; `undefined` while nothing is followed. */
  readonly page: Page | undefined;
  readonly filter: LogFilter;
  /** New rows wait: showing them would move the rows that the reader is at. */
  readonly held: boolean;
}

interface Live extends LiveRows {
  /** Rows that arrived a moment ago. */
  readonly marked: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** Rows that are logged while the page is open. They belong to one reply of the server and are dropped with it. */
export function useLiveRows({ page, filter, held }: Following): Live & { readonly show: () => void } {
  const [state, setState] = useState<{ readonly page: Page | undefined; readonly rows: LiveRows }>({
    page,
    rows: NO_LIVE_ROWS,
  });
  const rows = state.page === page ? state.rows : NO_LIVE_ROWS;

  const change = useCallback(
    (next: (rows: LiveRows) => LiveRows) =>
      setState((now) => {
        const before = now.page === page ? now.rows : NO_LIVE_ROWS;
        const after = next(before);
        return after === before ? now : { page, rows: after };
      }),
    [page],
  );

  const take = useEffectEvent((records: readonly LogRecord[]) => {
    const known = new Set(page?.records.map(({ id }) => id));
    change((now) => addNewRows(now, { records, known, held }));
  });

  useEffect(() => {
    if (!page) return;
    const end = new AbortController();
    const { signal } = end;
    void followLog({
      cursor: page.cursor,
      signal,
      ask: (id) => call(newerLog, { params: { id }, body: filter }, { signal, quiet: true }),
      take,
      wait: (failures) => pausePage(failures, signal),
    });
    return () => end.abort();
  }, [page, filter]);

  const show = useCallback(() => change(showWaitingRows), [change]);
  // Waiting rows are shown as soon as the reader is elsewhere.
  if (!held && rows.waiting.length > 0) show();
  return { ...rows, marked: useMarked(rows.shown), show };
}

/** Ids for a moment after they arrived. */
function useMarked(shown: readonly LogRecord[]): ReadonlySet<number> {
  const [old, setOld] = useState<ReadonlySet<number>>(NONE);
  useEffect(() => {
    if (shown.length === 0) return;
    const timer = setTimeout(() => setOld(new Set(shown.map(({ id }) => id))), MARKED_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return useMemo(() => new Set(shown.map(({ id }) => id).filter((id) => !old.has(id))), [shown, old]);
}

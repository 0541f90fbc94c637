import type { LogRecord } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import type { ResourceRows } from '@sitedeck/ui/page';
import { useCallback, useMemo, useState } from 'react';
import { requestFilterOf, showsNewRows, type LogFilter } from './log-filter';
import { useLogQuery } from './log.api';
import { useLiveRows } from './use-live-rows';

interface LogRows {
  readonly rows: ResourceRows<LogRecord>;
  readonly marked: ReadonlySet<number>;
  /** Arrived, and not shown yet. */
  readonly waiting: number;
  readonly show: () => void;
  readonly refetch: () => void;
}

/** One page of the log, with new rows at its top. @param held new rows wait */
export function useLogRows(filter: LogFilter, held: boolean): LogRows {
  const { page, size } = filter;
  // A range of days is moved on by loading or refreshing, never while the reader is at the rows.
  const [now, setNow] = useState(Date.now);
  const requestFilter = useMemo(() => requestFilterOf(filter, now), [filter, now]);
  const { data, currentData, error, refetch } = useLogQuery(
    { params: { page, size }, body: requestFilter },
    { refetchOnMountOrArgChange: true },
  );
  const followed = showsNewRows(filter, now) ? currentData : undefined;
  const live = useLiveRows({ page: followed, filter: requestFilter, held });
  const { shown } = live;

  const rows = useMemo((): ResourceRows<LogRecord> => {
    if (error) return { is: 'failed', fault: toFault(error) };
    if (!data) return { is: 'loading', rows: [], total: 0 };
    const { records, total, more } = data;
    if (!currentData) return { is: 'loading', rows: records, total, more };
    return { is: 'ready', rows: [...shown, ...records].slice(0, size), total: total + shown.length, more };
  }, [data, currentData, error, shown, size]);

  const refetchNow = useCallback(() => {
    setNow(Date.now());
    void refetch();
  }, [refetch]);

  return { rows, marked: live.marked, waiting: live.waiting.length, show: live.show, refetch: refetchNow };
}

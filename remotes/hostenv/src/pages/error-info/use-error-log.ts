import type { CallRequest, Fault, readErrorLog } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';
import { hostEnvApi } from '../../hostenv.api';

type LogRequest = CallRequest<typeof readErrorLog>['body'];
export type LogName = LogRequest['log'];

const EVERY_MS = 3000;
/** Lines kept on the page at most. */
const LINES_MAX = 1000;

export interface LogLines {
  readonly lines: readonly string[];
  /** Earlier lines exist but are not shown. */
  readonly cut: boolean;
}

interface ReadLines extends LogLines {
  readonly of: string;
  readonly fault?: Fault;
}

const isHidden = () => document.visibilityState === 'hidden';

/** Reads the end of a log, then polls for new lines while the page is visible. */
export function useErrorLog(log: LogName, search: string, isPaused: boolean) {
  const [ask] = hostEnvApi.useLazyReadErrorLogQuery();
  const [read, setRead] = useState<ReadLines>();
  const requestKey = `${log} ${search}`;

  useEffect(() => {
    if (isPaused) return undefined;
    let isMounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from: number | undefined;
    let kept: LogLines = { lines: [], cut: false };

    const schedulePoll = () => {
      if (isMounted) timer = setTimeout(() => void poll(), EVERY_MS);
    };
    const poll = async () => {
      if (isHidden()) return schedulePoll();
      const { data, error } = await ask({ body: { log, search, ...(from !== undefined && { from }) } });
      if (!isMounted) return;
      if (data) {
        from = data.next;
        const before: LogLines = data.restarted ? { lines: [], cut: false } : kept;
        const lines = [...before.lines, ...data.lines];
        kept = { lines: lines.slice(-LINES_MAX), cut: before.cut || data.cut || lines.length > LINES_MAX };
        setRead({ of: requestKey, ...kept });
      } else if (error) setRead({ of: requestKey, ...kept, fault: toFault(error) });
      schedulePoll();
    };
    void poll();
    return () => {
      isMounted = false;
      clearTimeout(timer);
    };
  }, [ask, log, search, requestKey, isPaused]);

  return read?.of === requestKey ? read : undefined;
}

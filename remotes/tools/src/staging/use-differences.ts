import { listStagingDifferences, type Fault, type StagingDifference } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { useCallback, useEffect, useState } from 'react';

export interface Differences {
  readonly rows: readonly StagingDifference[];
  readonly isLoading: boolean;
  readonly fault: Fault | undefined;
  /** Reads the next page; undefined: all are there. */
  readonly more: (() => void) | undefined;
  readonly reload: () => void;
}

interface PagesRead {
  readonly rows: readonly StagingDifference[];
  /** Where the next page begins: null was the last, undefined the first. */
  readonly next: string | null | undefined;
  readonly fault?: Fault | undefined;
}

const NOTHING: PagesRead = { rows: [], next: undefined };

/** The differences, page after page. The server ends a page early if comparing takes long, so an empty one is no end. */
export function useDifferences(): Differences {
  const [round, setRound] = useState(0);
  const [read, setRead] = useState(NOTHING);
  const [after, setAfter] = useState<string>();
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    call(listStagingDifferences, { query: { ...(after !== undefined && { after }) } })
      .then(({ differences, next }) => {
        if (stop.signal.aborted) return;
        setRead(({ rows }) => ({
          rows: after === undefined ? differences : [...rows, ...differences],
          next,
        }));
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setRead(({ rows, next }) => ({ rows, next, fault: toFault(error) }));
      })
      .finally(() => {
        if (!stop.signal.aborted) setLoading(false);
      });
    return () => stop.abort();
  }, [after, round]);
  const reload = useCallback(() => {
    setLoading(true);
    setRead(NOTHING);
    setAfter(undefined);
    setRound((last) => last + 1);
  }, []);
  const { rows, next, fault } = read;
  return {
    ...{ rows, isLoading, fault, reload },
    more:
      typeof next === 'string'
        ? () => {
            setLoading(true);
            setAfter(next);
          }
        : undefined,
  };
}

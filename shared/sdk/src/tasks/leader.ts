/**
 * One page of a browser leads. Without Web Locks (a page served without TLS has none) every page leads itself: more
 * requests, the same result.
 */
export interface Leadership {
  /** Gives the lead to whichever page waits longest, and queues up again. */
  yield: () => void;
  readonly leads: () => boolean;
}

interface Candidate {
  readonly name: string;
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** The page stops standing. */
  readonly end: AbortSignal;
}

/** `term` runs while this page leads and must end soon after its signal aborts. */
export function standForLeader(
  { name, locks, end }: Candidate,
  term: (signal: AbortSignal) => Promise<void>,
): Leadership {
  let current: AbortController | undefined;
  const serve = async () => {
    const mine = new AbortController();
    current = mine;
    await term(AbortSignal.any([mine.signal, end]));
    if (current === mine) current = undefined;
  };
  const stand = async () => {
    while (!end.aborted) {
      if (locks) await locks.request(name, { signal: end }, serve);
      else await serve();
    }
  };
  stand().catch((error: unknown) => {
    if (!end.aborted) console.error(error);
  });
  return {
    yield: () => {
      if (locks) current?.abort();
    },
    leads: () => current !== undefined,
  };
}

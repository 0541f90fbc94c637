import type { Locks } from './channel-locks';

/** Elects one page of the browser as leader. */
export interface Leadership {
  /** Hands leadership to the page that has waited longest, and queues again. */
  yield: () => void;
  readonly leads: () => boolean;
}

interface Candidate {
  readonly name: string;
  readonly locks: Locks;
  /** The page gives up leadership and stops queueing. */
  readonly end: AbortSignal;
}

/** `term` runs while this page leads and must end soon after its signal aborts. */
export function standForLeader(
  { name, locks, end }: Candidate,
  term: (signal: AbortSignal) => Promise<void>,
): Leadership {
  let current: AbortController | undefined;
  const serve = async (lost?: AbortSignal) => {
    const mine = new AbortController();
    current = mine;
    await term(AbortSignal.any(lost ? [mine.signal, end, lost] : [mine.signal, end]));
    if (current === mine) current = undefined;
  };
  const stand = async () => {
    while (!end.aborted) await locks.request(name, { signal: end }, serve);
  };
  stand().catch((error: unknown) => {
    if (!end.aborted) console.error(error);
  });
  return {
    yield: () => current?.abort(),
    leads: () => current !== undefined,
  };
}

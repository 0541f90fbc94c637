import { Refusal } from '#faults/refusal';

/** What is fetched from one target at once may take this long, ms: it has one of the few places of the node's tasks. */
const DEADLINE_MS = 3600_000;

interface Place extends Disposable {
  /** Aborted with `backup-fetch-over` once its time is. */
  readonly signal: AbortSignal;
}

/**
 * The one place of a node for what comes back from targets: slow ones never take all that its tasks have. Refuses
 * `backup-fetch-busy`, so that nobody waits in a place of theirs.
 */
export function fetchPlace(deadlineMs = DEADLINE_MS): () => Place {
  let isTaken = false;
  return () => {
    if (isTaken) throw new Refusal('backup-fetch-busy');
    isTaken = true;
    const over = new AbortController();
    const minutes = Math.ceil(deadlineMs / 60_000);
    const timer = setTimeout(
      () => over.abort(new Refusal('backup-fetch-over', { values: { minutes } })),
      deadlineMs,
    );
    return {
      signal: over.signal,
      [Symbol.dispose]: () => {
        clearTimeout(timer);
        isTaken = false;
      },
    };
  };
}

/** A master that only completes the requests it has. */
export interface Retired {
  /** When it was replaced, ms. */
  readonly since: number;
  /** Ends it at once. */
  readonly stop: AbortController;
}

interface Entry<Old extends Retired> {
  readonly old: Old;
  /** Sockets that still have a connection. */
  readonly hosts: ReadonlySet<string>;
}

/** No request is cut within this time of a change, ms. */
const SAFE_MS = 10_000;
/** A change waits no longer than this for the requests of others, ms. */
const PATIENCE_MS = 60_000;

/**
 * Which master to end so that another change may go in force, oldest first: one whose hosts all have requests in a younger
 * retired master as well, else, after a minute, the oldest. A host that is always busy so holds one place, can't keep
 * others' changes waiting, and can't have a neighbour's only long request cut before that minute. Undefined: none yet.
 */
export function leastMissed<Old extends Retired>(
  entries: readonly Entry<Old>[],
  now: number,
): Old | undefined {
  const byAge = [...entries].sort((a, b) => a.old.since - b.old.since);
  const found = byAge.find(({ old, hosts }, index) => {
    const age = now - old.since;
    const younger = byAge.slice(index + 1);
    const areElsewhere = [...hosts].every((host) => younger.some((other) => other.hosts.has(host)));
    return age >= PATIENCE_MS || (age >= SAFE_MS && areElsewhere);
  });
  return found?.old;
}

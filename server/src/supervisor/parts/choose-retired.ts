/** A retired master, which only completes its requests. */
export interface RetiredMaster {
  /** When it was replaced, ms. */
  readonly since: number;
  /** Ends it at once. */
  readonly stop: AbortController;
}

interface Entry<Old extends RetiredMaster> {
  readonly old: Old;
  /** Sockets that still have a connection. */
  readonly hosts: ReadonlySet<string>;
}

/** No request is cut within this time of a change, ms. */
const SAFE_MS = 10_000;
/** A change waits at most this long for requests of other hosts, ms. */
const PATIENCE_MS = 60_000;

/**
 * Chooses the master to end so that another change can take effect: the oldest one whose hosts all have requests in a
 * younger retired master too, or, after a minute, the oldest of all. So a host that is always busy can't block the
 * changes of others, nor have another host's only long request cut before that minute. Undefined: none yet.
 */
export function chooseRetired<Old extends RetiredMaster>(
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

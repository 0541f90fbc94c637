import type { Logger } from 'pino';
import { guardDiskSpace } from '#system/mariadb/limits/disk-space';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { isRefusal } from '#faults/refusal';
import type { NodeDatabases } from './node-databases';

/**
 * Pause between two measurements of all databases, ms. A site that exceeds its quota may write on for this
 * long.
 */
const EVERY_MS = 30_000;
/** The pause is at least this many times as long as the last round took. */
const PAUSE_FACTOR = 4;
/** Pause between two checks whether the engine runs, ms. */
const ENGINE_POLL_MS = 1000;

export interface StartParts {
  readonly databases: NodeDatabases;
  readonly log: Logger;
  /** Removes expired safety copies. */
  readonly sweep: () => Promise<void>;
}

/**
 * Creates the databases of a node once its engine runs, then repeatedly creates what is missing and measures
 * them all.
 */
export function startDatabases({ databases, log, sweep }: StartParts): Loop {
  const end = new AbortController();
  let which: 'all' | 'lacking' = 'all';
  const poll = async (signal: AbortSignal): Promise<number> => {
    const began = performance.now();
    await databases.ensureAll(which);
    which = 'lacking';
    await databases.measureAll(signal);
    await sweep();
    return Math.max(EVERY_MS, PAUSE_FACTOR * (performance.now() - began));
  };
  const onEnded = (user: string) =>
    log.warn({ user }, 'a statement ended: the disk of databases is nearly full');
  const onFailed = (err: unknown) => {
    // The engine is starting.
    if (!(isRefusal(err) && err.reason === 'database-down')) log.warn({ err }, 'databases not looked after');
  };
  const measuring = repeat(poll, { pauseMs: ENGINE_POLL_MS, startsAtOnce: true, onFailed });
  const watching = guardDiskSpace({ server: databases.server, signal: end.signal, onEnded });
  return {
    stop: async () => {
      end.abort();
      await Promise.all([measuring.stop(), watching]);
    },
  };
}

import type { Logger } from 'pino';
import { guardDiskSpace } from '#system/mariadb/limits/disk-space';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { isRefusal } from '#faults/refusal';
import type { NodeDatabases } from './node-databases';

/** Between two looks at all databases, ms: this long a site may write on after it passed its quota. */
const EVERY_MS = 30_000;
/** Rests at least this many times as long as the last look took. */
const REST = 4;
/** Looks whether the engine is there, ms. */
const WAIT_MS = 1000;

export interface StartParts {
  readonly databases: NodeDatabases;
  readonly log: Logger;
  /** Beside the databases: copies that have had their time. */
  readonly sweep: () => Promise<void>;
}

/** Makes the databases of a node once its engine is there, and again what is lacking; then measures them for as long as it runs. */
export function startDatabases({ databases, log, sweep }: StartParts): Loop {
  const end = new AbortController();
  let which: 'all' | 'lacking' = 'all';
  const poll = async (signal: AbortSignal): Promise<number> => {
    const began = performance.now();
    await databases.ensureAll(which);
    which = 'lacking';
    await databases.measureAll(signal);
    await sweep();
    return Math.max(EVERY_MS, REST * (performance.now() - began));
  };
  const onEnded = (user: string) =>
    log.warn({ user }, 'a statement ended: the disk of databases is nearly full');
  const onFailed = (err: unknown) => {
    // The engine is starting.
    if (!(isRefusal(err) && err.reason === 'database-down')) log.warn({ err }, 'databases not looked after');
  };
  const measuring = repeat(poll, { pauseMs: WAIT_MS, startsAtOnce: true, onFailed });
  const watching = guardDiskSpace({ server: databases.server, signal: end.signal, onEnded });
  return {
    stop: async () => {
      end.abort();
      await Promise.all([measuring.stop(), watching]);
    },
  };
}

import type { Logger } from 'pino';
import { lazyQueue } from '#queue/lazy-queue';
import type { Db } from '#state/db';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { scanArrivals, startDueScans } from './due-scans';
import { sweepScanFolders } from './sweep-quarantine';

/** Pause between two checks for due scans, ms. */
const CHECK_MS = 30_000;

interface ScanLoopParts {
  readonly db: Db;
  /** Address of the database. */
  readonly url: string;
  readonly node: string;
  readonly log: Logger;
  /** Folders with an entry for each host. */
  readonly folders: readonly string[];
}

/** Starts the loop that runs scheduled scans, and removes what deleted hosts left. */
export function startScans({ folders, ...parts }: ScanLoopParts): Loop {
  const { db, log } = parts;
  const queue = lazyQueue(parts);
  const round = async () => {
    const due = { ...parts, enqueue: queue.enqueue, now: Date.now };
    await startDueScans(due);
    await scanArrivals(due);
    await sweepScanFolders(db, folders);
  };
  const loop = repeat(round, {
    pauseMs: CHECK_MS,
    startsAtOnce: true,
    onFailed: (err) => log.warn({ err }, 'scheduled scans could not be started'),
  });
  return {
    stop: async () => {
      await loop.stop();
      await queue.close();
    },
  };
}

import type { Logger } from 'pino';
import { lazyQueue } from '#queue/lazy-queue';
import type { Db } from '#state/db';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { removeLeftoverFiles, removeLeftoverResponses, type ChallengeParts } from './challenge-ways';
import { makeApplyExpired } from './expiry';
import { startDueRequests } from './renewals';

interface RenewalLoopParts {
  readonly db: Db;
  /** Address of the database. */
  readonly url: string;
  readonly node: string;
  readonly log: Logger;
  readonly validation: ChallengeParts;
  /** Publishes the sites again. */
  readonly applySites: () => Promise<unknown>;
  readonly now: () => number;
}

const CHECK_EVERY_MS = 60_000;

/** Starts the loop that renews certificates and retries failed requests. */
export async function startRenewals({
  url,
  validation,
  applySites,
  ...parts
}: RenewalLoopParts): Promise<Loop> {
  const { db, log } = parts;
  // Waiting tasks may already run.
  await removeLeftoverFiles(validation.challenges, performance.timeOrigin);
  const queue = lazyQueue({ db, url, log });
  const applyExpired = makeApplyExpired({ ...parts, applySites });
  const round = async () => {
    await applyExpired();
    await startDueRequests({ ...parts, enqueue: queue.enqueue });
    await removeLeftoverResponses({ ...validation, db, log }, performance.timeOrigin);
  };
  const loop = repeat(round, {
    pauseMs: CHECK_EVERY_MS,
    startsAtOnce: true,
    onFailed: (err) => log.warn({ err }, 'certificates could not be renewed'),
  });
  return {
    stop: async () => {
      await loop.stop();
      await queue.close();
    },
  };
}

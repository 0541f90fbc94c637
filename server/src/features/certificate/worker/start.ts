import type { Logger } from 'pino';
import { openBoss, type Boss } from '#queue/boss';
import { makeEnqueue, type Enqueue } from '#queue/enqueue';
import { makeTaskStore } from '#queue/task-store';
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

/** Opens the queue on first use: most nodes start without a due certificate. */
function lazyQueue({ db, url, log }: Pick<RenewalLoopParts, 'db' | 'url' | 'log'>) {
  let opened: Promise<{ readonly boss: Boss; readonly enqueue: Enqueue }> | undefined;
  const open = async () => {
    const boss = await openBoss({ url, log, supervise: false });
    return { boss, enqueue: makeEnqueue(db, makeTaskStore(db), boss) };
  };
  const ready = async () => {
    opened ??= open();
    try {
      return await opened;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  const enqueue: Enqueue = async (task, request) => (await ready()).enqueue(task, request);
  return { enqueue, close: async () => (await opened)?.boss.close() };
}

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

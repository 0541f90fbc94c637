import type { Logger } from 'pino';
import { openBoss } from '#queue/boss';
import { makeEnqueue } from '#queue/enqueue';
import { makeTaskStore } from '#queue/task-store';
import type { Db } from '#state/db';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { dropAnswers } from './challenge-ways';
import { startDueRequests } from './renewals';

interface RenewalLoopParts {
  readonly db: Db;
  /** Address of the database. */
  readonly url: string;
  readonly node: string;
  readonly log: Logger;
  /** Folder of the node's answers to the authority. */
  readonly challenges: string;
  readonly now: () => number;
}

const CHECK_EVERY_MS = 60_000;

/** Starts the loop that renews certificates and repeats failed requests. */
export async function startRenewals({ url, challenges, ...parts }: RenewalLoopParts): Promise<Loop> {
  const { db, log } = parts;
  // Tasks that waited are running by now.
  await dropAnswers(challenges, performance.timeOrigin);
  const boss = await openBoss({ url, log, supervise: false });
  const enqueue = makeEnqueue(db, makeTaskStore(db), boss);
  const loop = repeat(() => startDueRequests({ ...parts, enqueue }), {
    pauseMs: CHECK_EVERY_MS,
    startsAtOnce: true,
    onFailed: (err) => log.warn({ err }, 'certificates could not be renewed'),
  });
  return {
    stop: async () => {
      await loop.stop();
      await boss.close();
    },
  };
}

import type { Logger } from 'pino';
import type { Db } from '#state/db';
import { openBoss, type Boss } from './boss';
import { makeEnqueue, type Enqueue } from './enqueue';
import { makeTaskStore } from './task-store';

interface QueueParts {
  readonly db: Db;
  /** Address of the database. */
  readonly url: string;
  readonly log: Logger;
}

/** Opens the queue on first use: most nodes have nothing due when they start. */
export function lazyQueue({ db, url, log }: QueueParts) {
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

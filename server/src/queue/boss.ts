import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { TaskKind } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { withDatabaseLock } from '#state/database-lock';

interface Lane {
  readonly queueName: (node: string) => string;
  /** Tasks of different hosts that run in parallel; a host never has two in one lane (queue policy `singleton`). */
  readonly concurrency: number;
}

/** Each lane is a queue with slots of its own. Each node has its own lanes, since a task runs on the node of its host. */
export const LANES = {
  /** Works on the files, databases and backups of a host. */
  local: { queueName: (node) => `node-${node}`, concurrency: 4 },
  /** Mostly waits for replies of a certificate authority or of a site: a slow one delays no backup. */
  remote: { queueName: (node) => `node-${node}-remote`, concurrency: 8 },
  /** Copies a complete site, for up to hours: no backup waits behind it, locking its host while it waits. */
  long: { queueName: (node) => `node-${node}-long`, concurrency: 2 },
  /** Reads all files of a site and changes none, so that other tasks of the host go on. */
  scan: { queueName: (node) => `node-${node}-scan`, concurrency: 1 },
} as const satisfies Record<string, Lane>;

const LANE_OF_KIND: Partial<Record<TaskKind, keyof typeof LANES>> = {
  CERT_APPLY: 'remote',
  CDN_PREFETCH: 'remote',
  SITE_MOVE_CHECK: 'remote',
  SAFE_SCAN: 'scan',
  SITE_MOVE: 'long',
  WEB_SITE_IMAGE_CREATE: 'long',
  IMAGE_DEPLOY: 'long',
  APP_INSTALL: 'long',
  APP_UPDATE: 'long',
  APP_UNINSTALL: 'long',
  STAGING_CREATE: 'long',
  STAGING_PUSH: 'long',
};

const laneOf = (kind: TaskKind): Lane => LANES[LANE_OF_KIND[kind] ?? 'local'];

/**
 * The longest that pg-boss allows. The queue never hands out a job again because of time: the task's row says
 * whether it runs.
 */
const EXPIRE_SECONDS = 24 * 3600;
/** The task's row counts attempts; the queue only has to hand out the job again. */
const RETRIES = 1000;

export interface JobData {
  readonly taskId: number;
}

export interface Boss {
  readonly boss: PgBoss;
  /** Creates the queues of a node's lanes. */
  ensureQueues(node: string): Promise<void>;
  /** Adds the job of a task inside the caller's transaction. */
  send(trx: Db, job: { node: string; hostCode: string; type: TaskKind; taskId: number }): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly log: Logger;
  /** The worker maintains the queue; a process that only sends does not. */
  readonly supervise: boolean;
}

export async function openBoss({ url, log, supervise }: Options): Promise<Boss> {
  const boss = new PgBoss({
    connectionString: url,
    max: supervise ? 3 : 1,
    supervise,
    schedule: false,
    useListenNotify: supervise,
    application_name: 'sitedeck-queue',
  });
  boss.on('error', (err) => log.warn({ err }, 'queue'));
  // API and worker start at the same time. Without the lock pg-boss would let one of them fail and hide the
  // error.
  await withDatabaseLock(url, 'sitedeck-queue-schema', () => boss.start());
  const known = new Set<string>();
  const ensureQueue = async (name: string): Promise<void> => {
    if (await boss.getQueue(name)) return;
    await boss.createQueue(name, {
      policy: 'singleton',
      notify: true,
      expireInSeconds: EXPIRE_SECONDS,
      retryLimit: RETRIES,
      retryDelay: 0,
    });
  };
  const ensureQueues = async (node: string): Promise<void> => {
    if (known.has(node)) return;
    for (const lane of Object.values(LANES)) await ensureQueue(lane.queueName(node));
    known.add(node);
  };
  return {
    boss,
    ensureQueues,
    send: async (trx, { node, hostCode, type, taskId }) => {
      const data: JobData = { taskId };
      const queue = laneOf(type).queueName(node);
      const id = await boss.send(queue, data, { singletonKey: hostCode, db: fromKysely(trx) });
      if (id === null) throw new Error('The queue took no job');
    },
    close: () => boss.stop({ graceful: false, timeout: 1000 }),
  };
}

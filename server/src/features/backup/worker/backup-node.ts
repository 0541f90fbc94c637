import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openBoss } from '#queue/boss';
import { makeEnqueue } from '#queue/enqueue';
import type { ImplementedTask } from '#queue/task-kind';
import { makeTaskStore } from '#queue/task-store';
import { repeat } from '#system/concurrency/repeat';
import { apiIdentity } from '#system/process/identity';
import { backupPlaces, prepareBackups } from '#system/restic/backup-places';
import { findRestic } from '#system/restic/engine';
import { backupProtocol } from '#system/restic/protocol';
import { removeAll } from '#system/restic/swap';
import { serveRpc } from '#system/rpc/rpc-server';
import { hostRoot, type Paths } from '#system/settings/paths';
import { backupTasks } from './points/backup-task';
import { bringBackPoints } from './restore/bring-back-task';
import type { BackupWork } from './backup-work';
import { serveBytes } from './points/bytes-server';
import { Copies } from './targets/copy-loop';
import { keepHouse } from '../housekeeping';
import { applyRetention, beginDue, testDue, type PlanParts } from './plan/plan-loop';
import { backupQuestions } from './points/questions';
import { Repositories } from './repository/repositories';
import { restoreTasks } from './restore/restore-task';
import { verifyTasks } from './points/verify-task';

/** From one look at what is due to the next, ms. */
const LOOK_MS = 15_000;

export interface BackupNodeParts extends Pick<
  BackupWork,
  'db' | 'isolation' | 'files' | 'databases' | 'allowed' | 'own' | 'onSwapped'
> {
  readonly url: string;
  readonly node: string;
  readonly places: Paths;
  readonly log: Logger;
}

export interface BackupNode {
  readonly tasks: readonly ImplementedTask[];
  /** Answers the API, and does by itself what is due. Only for the one worker of the node. */
  start(): Promise<{ stop(): Promise<void> }>;
}

async function serve(work: BackupWork, { places, isolation, log }: BackupNodeParts) {
  const owner = isolation.is === 'separate' ? { uid: 0, gid: apiIdentity(isolation).gid } : undefined;
  const questions = await serveRpc({
    protocol: backupProtocol,
    handlers: backupQuestions(work),
    socket: places.backupSocket,
    ...(owner && { owner }),
    onBug: (method, err) => log.error({ method, err }, 'bug'),
  });
  const bytes = await serveBytes(work, { socket: places.backupBytes, log, ...(owner && { owner }) });
  return {
    stop: async () => {
      await questions.close();
      await bytes.close();
    },
  };
}

/** Removing takes hours where a repository is large, and holds up no plan. */
function rounds(work: BackupWork, parts: PlanParts) {
  const { log } = parts;
  const planning = repeat(
    async () => {
      await beginDue(parts);
      await testDue(parts);
      await applyRetention(parts);
    },
    {
      pauseMs: LOOK_MS,
      startsAtOnce: true,
      onFailed: (err) => log.warn({ err }, 'plans not carried out'),
    },
  );
  const keeping = repeat((signal) => keepHouse({ work, ...parts }, signal), {
    pauseMs: LOOK_MS,
    startsAtOnce: true,
    onFailed: (err) => log.warn({ err }, 'backups not looked after'),
  });
  return { stop: () => Promise.all([planning.stop(), keeping.stop()]) };
}

/** One folder of each repository lay there until repositories of ours had none. */
const OLD_CACHE = /^[0-9a-f]{64}$/;

/** Keys of targets that a killed worker had open lie about no longer; nor trees for hosts that are gone. */
async function dropLeftovers({ places, db }: BackupWork): Promise<void> {
  for (const name of await readdir(places.temp))
    if (name.startsWith('sftp-')) await removeAll(join(places.temp, name));
  for (const name of await readdir(places.cache))
    if (OLD_CACHE.test(name)) await removeAll(join(places.cache, name));
  const hosts = await db.selectFrom('host').select('code').execute();
  const codes = new Set<string>(hosts.map(({ code }) => code));
  for (const name of await readdir(places.restores))
    if (!codes.has(name)) await removeAll(join(places.restores, name));
}

/** The backup area's part of a node's worker. */
export async function openBackups(parts: BackupNodeParts): Promise<BackupNode> {
  const { db, url, node, log } = parts;
  const places = backupPlaces(parts.places);
  await prepareBackups(places);
  const engine = await findRestic();
  const work: BackupWork = {
    ...parts,
    places,
    repositories: new Repositories({ db, node, places, engine }),
    rootOf: (hostCode) => hostRoot(parts.places, hostCode),
    now: Date.now,
  };
  return {
    tasks: [...backupTasks(work), ...restoreTasks(work), ...verifyTasks(work), bringBackPoints(work)],
    start: async () => {
      const boss = await openBoss({ url, log, supervise: false });
      const enqueue = makeEnqueue(db, makeTaskStore(db), boss);
      await dropLeftovers(work);
      const served = await serve(work, parts);
      const looking = engine && rounds(work, { db, node, enqueue, log, now: Date.now });
      const copies = new Copies({ work, node, log });
      const copying =
        engine &&
        repeat(async (signal) => void (await copies.begin({ signal })), {
          pauseMs: LOOK_MS,
          startsAtOnce: true,
          onFailed: (err) => log.warn({ err }, 'copies not looked after'),
        });
      return {
        stop: async () => {
          await served.stop();
          await Promise.all([looking?.stop(), copying?.stop()]);
          await copies.ended();
          await boss.close();
        },
      };
    },
  };
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openBoss } from '#queue/boss';
import { makeEnqueue } from '#queue/enqueue';
import type { ImplementedTask } from '#queue/worker/run-task';
import type { SiteReplacer } from '#sites/worker/replace-site';
import { makeTaskStore } from '#queue/task-store';
import { apiIdentity } from '#system/process/identity';
import { backupPaths, prepareBackupFolders } from '#system/restic/backup-paths';
import { findRestic } from '#system/restic/engine';
import { removeAll } from '#system/disk/remove-all';
import { repeat } from '#system/concurrency/repeat';
import { serveRpc } from '#system/rpc/rpc-server';
import { hostRoot, type Paths } from '#system/settings/paths';
import { backupProtocol } from '../protocol';
import { applyRetention, startDueBackups, startDueVerifications, type PlanTools } from './plan/run-plans';
import { serveDownloads } from './points/download-server';
import { backupWorkerHandlers } from './worker-handlers';
import { runHousekeeping } from './repository/housekeeping';
import { Repositories } from './repository/repositories';
import { siteReplacer } from './restore/replace-site';
import { CopyQueue } from './targets/copy-queue';
import { backupTasks } from './tasks';
import type { BackupTools } from './tools';

/** Pause between two checks for due work, ms. */
const POLL_MS = 15_000;

export interface BackupNodeParts extends Pick<
  BackupTools,
  'db' | 'isolation' | 'files' | 'databases' | 'allowed' | 'own' | 'endTreeHolders'
> {
  readonly url: string;
  readonly node: string;
  readonly places: Paths;
  readonly log: Logger;
}

export interface BackupNode {
  readonly tasks: readonly ImplementedTask[];
  readonly replacer: SiteReplacer;
  /** Answers the API and starts due work. Only one worker of the node may call it. */
  start(): Promise<{ stop(): Promise<void> }>;
}

async function serve(tools: BackupTools, { places, isolation, log }: BackupNodeParts) {
  const owner = isolation.is === 'separate' ? { uid: 0, gid: apiIdentity(isolation).gid } : undefined;
  const questions = await serveRpc({
    protocol: backupProtocol,
    handlers: backupWorkerHandlers(tools),
    socket: places.backupSocket,
    ...(owner && { owner }),
    onBug: (method, err) => log.error({ method, err }, 'bug'),
  });
  const downloads = await serveDownloads(tools, {
    socket: places.backupBytes,
    log,
    ...(owner && { owner }),
  });
  return {
    stop: async () => {
      await questions.close();
      await downloads.close();
    },
  };
}

/** Separate loops, since pruning a large repository takes hours and must not delay plans or copies. */
function startLoops(tools: BackupTools, planTools: PlanTools) {
  const { log, node } = planTools;
  const plans = repeat(
    async () => {
      await startDueBackups(planTools);
      await startDueVerifications(planTools);
      await applyRetention(planTools);
    },
    {
      pauseMs: POLL_MS,
      startsAtOnce: true,
      onFailed: (err) => log.warn({ err }, 'backup plans failed'),
    },
  );
  const housekeeping = repeat((signal) => runHousekeeping({ tools, node, log }, signal), {
    pauseMs: POLL_MS,
    startsAtOnce: true,
    onFailed: (err) => log.warn({ err }, 'backup housekeeping failed'),
  });
  const copies = new CopyQueue({ tools, node, log });
  const copying = repeat(async (signal) => void (await copies.startDue({ signal })), {
    pauseMs: POLL_MS,
    startsAtOnce: true,
    onFailed: (err) => log.warn({ err }, 'copies to targets failed'),
  });
  return {
    stop: async () => {
      await Promise.all([plans.stop(), housekeeping.stop(), copying.stop()]);
      await copies.settled();
    },
  };
}

/** Name of a cache folder that earlier versions kept for each repository. */
const OLD_CACHE = /^[0-9a-f]{64}$/;

/** Removes what a killed worker left: SSH keys of open targets, old caches, and restored trees of deleted hosts. */
async function dropLeftovers({ paths, db }: BackupTools): Promise<void> {
  for (const name of await readdir(paths.temp))
    if (name.startsWith('sftp-')) await removeAll(join(paths.temp, name));
  for (const name of await readdir(paths.cache))
    if (OLD_CACHE.test(name)) await removeAll(join(paths.cache, name));
  const hosts = await db.selectFrom('host').select('code').execute();
  const codes = new Set<string>(hosts.map(({ code }) => code));
  for (const name of await readdir(paths.restores))
    if (!codes.has(name)) await removeAll(join(paths.restores, name));
}

/** The backup feature in a node's worker. */
export async function openBackups(parts: BackupNodeParts): Promise<BackupNode> {
  const { db, url, node, log } = parts;
  const paths = backupPaths(parts.places);
  await prepareBackupFolders(paths);
  const engine = await findRestic();
  const tools: BackupTools = {
    ...parts,
    paths,
    repositories: new Repositories({ db, node, paths, engine }),
    rootOf: (hostCode) => hostRoot(parts.places, hostCode),
    now: Date.now,
  };
  return {
    tasks: backupTasks(tools),
    replacer: siteReplacer(tools),
    start: async () => {
      const boss = await openBoss({ url, log, supervise: false });
      const enqueue = makeEnqueue(db, makeTaskStore(db), boss);
      await dropLeftovers(tools);
      const servers = await serve(tools, parts);
      const loops = engine && startLoops(tools, { db, node, enqueue, log, now: Date.now });
      return {
        stop: async () => {
          await servers.stop();
          await loops?.stop();
          await boss.close();
        },
      };
    },
  };
}

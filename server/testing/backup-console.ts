import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { consoleCalls, HostCode, type CallShape } from '@sitedeck/contract';
import { backupHandlers, backupProviderHandlers } from '#features/backup/api/routes';
import { backupTasks } from '#features/backup/worker/tasks';
import type { BackupDatabases, BackupTools } from '#features/backup/worker/tools';
import { serveDownloads } from '#features/backup/worker/points/download-server';
import { backupWorkerHandlers } from '#features/backup/worker/worker-handlers';
import { Repositories } from '#features/backup/worker/repository/repositories';
import type { Enqueue } from '#queue/enqueue';
import { runTask, type ImplementedTask } from '#queue/worker/run-task';
import { scopeOfTask } from '#sites/host-scope';
import { isSuspended } from '#sites/is-suspended';
import { readHost } from '#sites/live-hosts';
import type { Db } from '#state/db';
import type { TaskRow } from '#state/tables';
import { setHostUids } from '#state/host-uids';
import { fileProtocol } from '#files/link/protocol';
import { isolationHere } from '#system/process/identity';
import { backupPaths, prepareBackupFolders } from '#system/restic/backup-paths';
import { findRestic } from '#system/restic/engine';
import { connectDownloads } from '#features/backup/api/download-client';
import { backupProtocol } from '#features/backup/protocol';
import { completeSwaps } from '#system/restic/restore-tree';
import { connectRpc } from '#system/rpc/rpc-client';
import { serveRpc } from '#system/rpc/rpc-server';
import { makeTestApi, type TestApi } from './api';
import { Browser, PASSWORD, Portal, sealPassword } from './browser';
import { createHostTree, makeFileHosts } from './file-hosts';

const log = pino({ level: 'silent' });

const backupCalls = Object.fromEntries(
  Object.entries(consoleCalls).filter(([, call]) => call.path.startsWith('/api/backup/')),
);

export interface BackupHost {
  readonly hostCode: HostCode;
  readonly uid: number;
  /** Absolute path of the host's root. */
  readonly root: string;
  readonly browser: Browser;
  /** The reply to a call, by its path or what follows `/api/backup/`; for a refusal, its reason. */
  request(path: string, json?: unknown): Promise<unknown>;
  /** Makes a call that starts a task, and returns the ended task. */
  task(path: string, json: unknown): Promise<TaskRow>;
}

export interface BackupConsole {
  readonly api: TestApi;
  readonly tools: BackupTools;
  /** @param fields of the host, besides quota */
  host(name: string, quotaBytes?: number, fields?: object): Promise<BackupHost>;
  /** Runs a task like a node's worker. */
  run(task: TaskRow, before?: 'none' | 'lost', signal?: AbortSignal): Promise<TaskRow>;
  close(): Promise<void>;
}

export interface BackupConsoleOptions {
  readonly databases?: (db: Db) => BackupDatabases | undefined;
  /** Networks that may contain targets. */
  readonly allowed?: readonly string[];
  /** A feature that builds on backups. */
  readonly feature?: (tools: BackupTools, enqueue: Enqueue) => FeatureOverBackups;
}

export interface FeatureOverBackups {
  readonly calls: Readonly<Record<string, CallShape>>;
  readonly handlers: object;
  readonly tasks: readonly ImplementedTask[];
}

/**
 * The calls about backups, from HTTP down to the disk: real repositories, and real trees under their own
 * uids.
 */
export async function makeBackupConsole(options: BackupConsoleOptions = {}): Promise<BackupConsole> {
  const base = await makeTestApi();
  const { db } = base.test;
  const { tasks } = base.core;
  const files = await makeFileHosts();
  await setHostUids(base.test.db, files.hostUids);
  const scratch = dirname(files.hosts);
  const isolation = isolationHere();
  const paths = backupPaths({ data: scratch, run: join(scratch, 'run') });
  await prepareBackupFolders(paths);
  const fileSocket = join(files.sockets, 'parent.sock');
  const onBug = (_method: string, error: unknown) => console.error(error);
  const fileServer = await serveRpc({
    protocol: fileProtocol,
    handlers: files.parent.handlers,
    socket: fileSocket,
    onBug,
  });
  const service = connectRpc(fileProtocol, fileSocket);
  const engine = await findRestic();
  const tools: BackupTools = {
    db,
    paths,
    isolation,
    files: service,
    databases: options.databases?.(db),
    allowed: options.allowed ?? [],
    own: [],
    repositories: new Repositories({ db, node: 'local', paths, engine }),
    rootOf: (hostCode) => join(files.hosts, hostCode),
    endTreeHolders: async (hostCode) => {
      await service.call('removeChild', { hostCode });
    },
    now: Date.now,
  };
  const sockets = { questions: join(files.sockets, 'backup.sock'), bytes: join(files.sockets, 'bytes.sock') };
  const questions = await serveRpc({
    protocol: backupProtocol,
    handlers: backupWorkerHandlers(tools),
    socket: sockets.questions,
    onBug,
  });
  const bytes = await serveDownloads(tools, { socket: sockets.bytes, log });
  const worker = connectRpc(backupProtocol, sockets.questions);

  const enqueue: Enqueue = ({ type, payload: schema, steps: stepsOf }, { hostCode, operator, payload }) => {
    const steps = stepsOf(schema.parse(payload)).map((name) => ({ name, status: 'wait' as const }));
    return tasks.create({ hostCode, operator, type, params: payload, status: 'WAIT', steps });
  };
  const feature = options.feature?.(tools, enqueue);
  const implemented = [...backupTasks(tools), ...(feature?.tasks ?? [])];
  const run: BackupConsole['run'] = async (task, before = 'none', signal = new AbortController().signal) => {
    if (before === 'lost') await completeSwaps(paths.restores);
    const kind = implemented.find(({ type }) => type === task.type);
    const host = await readHost(db, task.host_code);
    if (!kind || !host) throw new Error('Nobody runs this');
    await db.updateTable('task').set({ status: 'RUNNING' }).where('id', '=', task.id).execute();
    const scope = scopeOfTask(task, host);
    const isSuspendedNow = () => isSuspended(db, task.host_code);
    await runTask({ task, kind, scope, signal, before, isSuspended: isSuspendedNow }, { store: tasks, log });
    const row = await tasks.get(task.id);
    if (!row) throw new Error('The task is gone');
    return row;
  };
  const handlers = backupHandlers({
    db,
    worker,
    enqueue,
    openDownload: connectDownloads(sockets.bytes),
    now: Date.now,
  });
  const api = await makeTestApi({
    beside: base,
    extra: { calls: { ...backupCalls, ...feature?.calls }, handlers: { ...handlers, ...feature?.handlers } },
    kept: backupProviderHandlers({ db, worker, enqueue }),
  });

  return {
    api,
    tools,
    run,
    host: async (name, quotaBytes = 200_000_000, fields = {}) => {
      const portal = new Portal(api);
      const more = { ...fields, diskQuotaBytes: quotaBytes };
      const code = await portal.host(await portal.account(), name, more);
      const hostCode = HostCode.parse(code);
      const host = await readHost(db, hostCode);
      if (!host) throw new Error('There is no host');
      const root = join(files.hosts, hostCode);
      await createHostTree(root, host.uid);
      const browser = new Browser(api);
      await browser.login(name, PASSWORD);
      const raw = async (path: string, json?: unknown) => {
        const { captchaRand } = await browser.challenge();
        const proof = sealPassword(PASSWORD, captchaRand, api.core.config.wireKey);
        const body = json === undefined ? {} : { json };
        const url = path.startsWith('/') ? path : `/api/backup/${path}`;
        return browser.request(url, { ...body, headers: { 'x-verify': proof } });
      };
      const request = async (path: string, json?: unknown) => {
        const reply = await raw(path, json);
        return reply.reason ?? reply.res;
      };
      return {
        ...{ hostCode, uid: host.uid, root, browser, request },
        task: async (path, json) => {
          const reply = await raw(path, json);
          const { taskId } = reply.res as { taskId?: number };
          const task = taskId === undefined ? undefined : await tasks.get(taskId);
          if (!task) throw new Error(`No task: ${reply.reason ?? reply.msg}`);
          return run(task);
        },
      };
    },
    close: async () => {
      worker.close();
      await questions.close();
      await bytes.close();
      service.close();
      await api.close();
      await files.close();
      await fileServer.close();
      await base.close();
    },
  };
}

import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { connectDownloads } from '#features/backup/api/download-client';
import type { BackupParts } from '#features/backup/api/routes';
import { backupProtocol } from '#features/backup/protocol';
import type { DatabaseParts } from '#features/database/api/routes';
import { filesHandlers, uploadControl } from '#features/files/api/routes';
import { areSiteFiles, logWindow } from '#features/files/api/site-files';
import { fileProtocol } from '#files/link/protocol';
import { workerProtocol } from '#links/worker-protocol';
import type { StartedProcess } from '#links/process-start';
import { openBoss, type Boss } from '#queue/boss';
import { makeEnqueue } from '#queue/enqueue';
import { makeTaskStore } from '#queue/task-store';
import { fileTarget } from '#sites/file-target';
import { openDb, type Db } from '#state/db';
import { setHostUids } from '#state/host-uids';
import { migrate } from '#state/migrate';
import { makeOwnerOf } from '#system/callers/socket-owners';
import { makeTenantCheck } from '#system/callers/tenant-check';
import { processLog } from '#system/process/process-log';
import { connectRpc } from '#system/rpc/rpc-client';
import { adminToolOrigin } from '#system/settings/console-addresses';
import { tidyLine } from '#system/text/tidy-line';
import { openApiCore } from './api-core';
import { openConsoleApp, serveParts } from './console-app';
import { coreParts } from './core-parts';
import { consoleHandlers, providerApiHandlers } from './features';
import { serveFtpServer } from './ftp-sign-ins';
import { makeCallerGate, type CallerGate } from './http/listeners/caller-gate';
import { listenAt, listenOnSocket } from './http/listeners/listen';
import { makeProvider } from './http/listeners/provider';
import { nodeWork } from '#sites/api/node-work';

interface Applications {
  readonly provider: FastifyInstance;
  readonly app: FastifyInstance;
  readonly callers: CallerGate;
}

/** Serves on the listeners that the supervisor opened and keeps open. */
async function serveInherited(
  { listeners, tls }: StartedProcess,
  { provider, app, callers: { watch } }: Applications,
) {
  if (!listeners) throw new Error('The API was given no listeners');
  await Promise.all([provider.ready(), app.ready()]);
  return Promise.all([
    ...listeners.provider.map((fd) => listenAt(provider, { fd }, { watch })),
    ...listeners.browsers.map((fd) => listenAt(app, { fd }, { tls })),
  ]);
}

export interface ApiProcess {
  stop(): Promise<void>;
}

async function openState({ databaseUrl, settings }: StartedProcess): Promise<Db> {
  const db = openDb(databaseUrl, { max: 8 });
  await migrate(db);
  await setHostUids(db, settings.HOST_UIDS);
  return db;
}

/** Both doors that programs of hosts may not use. */
function closeDoors({ settings, isolation, cages }: StartedProcess, log: Logger) {
  const parts = { hostUids: settings.HOST_UIDS, isolation, cages, ownerOf: makeOwnerOf(), log };
  return {
    mayUseTool: makeTenantCheck(parts, 'admin tool'),
    callers: makeCallerGate(makeTenantCheck(parts, 'provider')),
  };
}

/**
 * Starts the API process: the console's listener, for the front door or for browsers, and the provider's
 * listener.
 */
export async function startApi(started: StartedProcess): Promise<ApiProcess> {
  const { settings, places, databaseUrl: url } = started;
  const log = processLog('api', settings);
  const db = await openState(started);
  const worker = connectRpc(workerProtocol, places.workerSocket);
  const service = connectRpc(fileProtocol, places.filesSocket);
  const boss: Boss = await openBoss({ url, log, supervise: false });

  const enqueue = makeEnqueue(db, makeTaskStore(db), boss);

  const core = await openApiCore({
    ...(await coreParts(started, { db, log, work: nodeWork(worker, service) })),
    // Only requests call this, and none arrives before `uploads` is set.
    stopUpload: (task) => uploads.stopUpload(task),
    countVisits: async (hostCode) => {
      await worker.call('countVisits', { hostCode });
    },
    measure: (host, signal) => service.call('measure', fileTarget(host), { signal }),
    measureDatabase: (hostCode) => worker.call('databaseInfo', { hostCode, fresh: true }),
    runtimes: () => worker.call('runtimes', {}),
    phpReport: (hostCode) => worker.call('phpReport', { hostCode }),
    areSiteFiles: areSiteFiles(service),
    testRule: (question) => worker.call('testRule', question),
    ...{ certificates: worker, pages: worker, jobs: worker, appWorker: worker, scanWorker: worker },
    ...{ stagingWorker: worker, stagingFiles: service },
    enqueue,
    mimeTypes: async () => (await worker.call('mimeTypes', {})).types,
    readLog: { window: logWindow(service), tidy: tidyLine(places) },
  });
  const filesParts = { db, service, tasks: core.tasks, log, enqueue, frontDoor: started.frontDoor };
  const uploads = uploadControl(filesParts);
  const backupWorker = connectRpc(backupProtocol, places.backupSocket);
  const backup: BackupParts = {
    db,
    worker: backupWorker,
    enqueue,
    openDownload: connectDownloads(places.backupBytes),
    now: Date.now,
  };
  const database: DatabaseParts = {
    databases: worker,
    enqueue,
    adminTool: {
      origin: adminToolOrigin(started.settings),
      issueTicket: (visit) => worker.call('openAdminTool', visit),
    },
  };
  const { mayUseTool, callers } = closeDoors(started, log);
  const app = await openConsoleApp({
    started,
    core,
    db,
    log,
    handlers: consoleHandlers({ core: core.handlers, files: filesHandlers(filesParts), backup, database }),
    openUpload: uploads.openUpload,
    mayUseTool,
  });
  const provider = await makeProvider({
    handlers: providerApiHandlers(core.provider, backup),
    findKey: core.findKey,
    metrics: core.metrics,
    callers,
    ...serveParts(started, core, log),
    onChanged: core.caughtUp,
  });
  const inherited = await serveInherited(started, { provider, app, callers });
  await listenOnSocket(app, places.apiSocket);
  const ftp = await serveFtpServer(started, core, { db, log, service });
  log.info('the API is ready');

  return {
    stop: async () => {
      await ftp?.close();
      await Promise.all([app.close(), provider.close(), ...inherited.map((listener) => listener.close())]);
      await boss.close();
      await core.close();
      worker.close();
      service.close();
      backupWorker.close();
      await db.destroy();
      log.info('the API has stopped');
    },
  };
}

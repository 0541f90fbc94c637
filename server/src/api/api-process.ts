import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { consoleCalls, type HostCode } from '@sitedeck/contract';
import { openApiCore, type ApiCore } from './api-core';
import { backupHandlers, providerBackupHandlers, type BackupCalls } from '#features/backup/api/routes';
import { databaseHandlers, type DatabaseCalls } from '#features/database/api/routes';
import { fileTarget } from '#sites/file-target';
import { fileHandlers, type FileFeature } from '#features/files/api/routes';
import { filesThere, logWindow } from '#features/files/api/site-files';
import { readConsole } from '#features/registry/api/live-consoles';
import { makeFtpLogin } from '#features/session/api/ftp-login';
import type { Handlers } from './calls/handlers';
import { addressReader } from './http/app';
import { makeConsole } from './http/console';
import { serveDocs } from './http/docs';
import { serveEmbedLoader } from './http/embed-loader';
import { serveFsGate } from './http/fs-gate';
import { serveHealth } from './http/health';
import { listenAt, listenOnSocket } from './http/listen';
import { serveChatbot } from './http/chatbot';
import { servePages } from './http/pages';
import { makeProvider } from './http/provider';
import type { ServeParts } from './http/serve';
import { serveAssets } from './http/static-assets';
import { nodeWork } from './node-work';
import { publicConfig } from './public-config';
import { openBoss, type Boss } from '#queue/boss';
import { makeEnqueue } from '#queue/enqueue';
import type { NodeWork } from '#sites/api/hosts';
import { openDb, type Db } from '#state/db';
import { setHostUids } from '#state/host-uids';
import { migrate } from '#state/migrate';
import { agentProtocol } from '#links/agent-protocol';
import type { Channels } from '#system/messages/channels';
import { chatModel } from '#system/egress/chat-model';
import { fileProtocol, type FileService } from '#files/link/protocol';
import { answerFtp } from '#system/ftp/sign-in';
import { mailChannel } from '#system/messages/mail';
import { makeNetworkOf } from '#system/egress/network-of';
import { hostRoot } from '#system/settings/paths';
import { tidyLine } from '#system/text/tidy-line';
import { connectDownloads } from '#features/backup/api/download-client';
import { backupProtocol } from '#features/backup/protocol';
import { processLog } from '#system/process/process-log';
import type { Started } from '#links/process-start';
import { connectRpc } from '#system/rpc/rpc-client';
import {
  adminToolOrigin,
  consoleOrigins,
  ftpNeedsTls,
  hostReach,
  previewUrl,
  reservedNames,
  servesTls,
  type Settings,
} from '#system/settings/settings';
import { DEFAULT_DOCUMENTS } from '#system/site/site';
import { smsChannel } from '#system/messages/sms-webhook';

/** A model that suggests rewrite rules, where the operator has named one. */
const modelOf = ({ SUGGEST_URL: url, SUGGEST_MODEL: model, SUGGEST_KEY: key }: Settings) =>
  url !== undefined && model !== undefined ? chatModel({ url, model, key }) : undefined;

interface Running {
  readonly started: Started;
  readonly core: ApiCore;
  readonly db: Db;
  readonly log: Logger;
  readonly files: FileFeature;
  readonly backup: Handlers<BackupCalls>;
  readonly databases: Handlers<DatabaseCalls>;
}

const sharedParts = (started: Started, core: ApiCore, log: Logger) => ({
  record: core.record,
  log,
  observe: core.metrics.observe,
  admission: core.admission,
  networkOf: makeNetworkOf(started.settings.PUBLIC_IPS),
});

async function openConsole({
  started,
  core,
  db,
  log,
  files,
  backup,
  databases,
}: Running): Promise<FastifyInstance> {
  const { settings, bundle, frontDoor, places } = started;
  const shell = join(bundle, 'shell');
  const { bootOf, askedOrigin } = core.registry;
  const shared = sharedParts(started, core, log);
  const trustProxy = settings.TRUST_PROXY;
  const addressOf = addressReader(trustProxy);
  const app = await makeConsole(
    { calls: consoleCalls, handlers: { ...core.handlers, ...files.handlers, ...backup, ...databases } },
    { ...shared, gate: core.gate, onChanged: core.onChanged, mayEmbed: core.mayEmbed, trustProxy },
  );
  const gateParts: ServeParts = {
    ...shared,
    style: 'console',
    admit: core.gate.admit,
    visitor: core.gate.visitor,
    addressOf,
  };
  serveHealth(app, db);
  serveDocs(app);
  if (frontDoor) serveFsGate(app, files.openUpload, gateParts);
  else await serveAssets(app, { shell, registry: places.registry });
  await serveEmbedLoader(app, shell);
  serveChatbot(app, { script: core.config.chatbotUrl, ancestors: settings.FRAME_ANCESTORS });
  await servePages(app, {
    shell,
    bootOf,
    askedOrigin,
    config: core.config,
    visitor: core.gate.visitor,
    enter: (request) => shared.admission.enter('arrival', shared.networkOf(addressOf(request))),
    ancestors: settings.FRAME_ANCESTORS,
  });
  return app;
}

/** How one-time codes travel, as far as the provider has said. */
function channelsOf(settings: Settings, log: Logger): Channels {
  const { SMTP_URL, SMTP_FROM, SMS_WEBHOOK_URL, SMS_WEBHOOK_TOKEN } = settings;
  return {
    ...(SMTP_URL && SMTP_FROM && { email: mailChannel({ url: SMTP_URL, from: SMTP_FROM, log }) }),
    ...(SMS_WEBHOOK_URL && { sms: smsChannel({ url: SMS_WEBHOOK_URL, token: SMS_WEBHOOK_TOKEN, log }) }),
  };
}

async function coreParts(started: Started, open: { db: Db; log: Logger; work: NodeWork }) {
  const { settings, bundle, places } = started;
  return {
    ...open,
    url: started.databaseUrl,
    now: Date.now,
    origins: consoleOrigins(settings),
    embedOrigins: settings.EMBED_ORIGINS,
    networkOf: makeNetworkOf(settings.PUBLIC_IPS),
    servesTls: servesTls(settings) || (settings.PUBLIC_ORIGIN?.startsWith('https:') ?? false),
    node: settings.NODE_NAME,
    reserved: { own: reservedNames(settings), preview: settings.PREVIEW_DOMAIN },
    defaultDocuments: DEFAULT_DOCUMENTS,
    testUrl: (hostCode: HostCode) => previewUrl(settings, hostCode),
    reach: hostReach(settings),
    ftp: {
      served: started.ftp.is === 'on',
      canBeReadOnly: started.ftp.is === 'on' && started.ftp.canBeReadOnly,
      tls: ftpNeedsTls(settings) ? ('required' as const) : ('offered' as const),
    },
    config: publicConfig(settings),
    firstKey: started.providerKey,
    channels: channelsOf(settings, open.log),
    registry: {
      folder: places.registry,
      bundle,
      console: await readConsole(join(bundle, 'shell')),
      overrideOrigins: settings.OVERRIDE_ORIGINS,
    },
  };
}

/** Answers the FTP server of this node, where there is one. */
function answerFtpServer(started: Started, core: ApiCore, { db, log, service }: FtpSide) {
  const { places, settings, ftp } = started;
  if (ftp.is === 'off') return undefined;
  const check = makeFtpLogin({
    db,
    node: settings.NODE_NAME,
    delay: core.delay,
    networkOf: makeNetworkOf(settings.PUBLIC_IPS),
    record: core.record,
    isLocked: async (hostCode) => (await core.tasks.lockedBy(hostCode)) !== undefined,
    rootOf: (host, view) => {
      if (view === 'whole') return hostRoot(places, host.code);
      return ftp.canBeReadOnly ? join(places.ftp.readOnly, host.code) : undefined;
    },
    countQuota: async (host) => {
      await service.call('countForFtp', fileTarget(host));
    },
    now: Date.now,
  });
  const onBug = (err: unknown) => log.error({ err }, 'bug in a sign-in by FTP');
  return answerFtp({ socket: places.ftp.socket, check, onBug });
}

interface FtpSide {
  readonly db: Db;
  readonly log: Logger;
  readonly service: FileService;
}

interface Applications {
  readonly provider: FastifyInstance;
  readonly app: FastifyInstance;
}

/** On the listeners that the supervisor has opened and keeps open. */
async function serveInherited({ listeners, tls }: Started, { provider, app }: Applications) {
  if (!listeners) throw new Error('The API was given no listeners');
  await Promise.all([provider.ready(), app.ready()]);
  return Promise.all([
    ...listeners.provider.map((fd) => listenAt(provider, { fd })),
    ...listeners.browsers.map((fd) => listenAt(app, { fd }, tls)),
  ]);
}

export interface ApiProcess {
  stop(): Promise<void>;
}

async function openState({ databaseUrl, settings }: Started): Promise<Db> {
  const db = openDb(databaseUrl, { max: 8 });
  await migrate(db);
  await setHostUids(db, settings.HOST_UIDS);
  return db;
}

/** The API process: the console for the front door (or for browsers themselves) and the provider's listener. */
export async function startApi(started: Started): Promise<ApiProcess> {
  const { settings, places, databaseUrl: url } = started;
  const log = processLog('api', settings);
  const db = await openState(started);
  const agent = connectRpc(agentProtocol, places.agentSocket);
  const service = connectRpc(fileProtocol, places.filesSocket);
  const boss: Boss = await openBoss({ url, log, supervise: false });

  const core = await openApiCore({
    ...(await coreParts(started, { db, log, work: nodeWork(agent, service) })),
    // Called by requests only, and there are none before `files` is there.
    stopUpload: (task) => files.stopUpload(task),
    countVisits: async (hostCode) => {
      await agent.call('countVisits', { hostCode });
    },
    measure: (host, signal) => service.call('measure', fileTarget(host), { signal }),
    measureDatabase: (hostCode) => agent.call('databaseInfo', { hostCode, fresh: true }),
    runtimes: () => agent.call('runtimes', {}),
    phpReport: (hostCode) => agent.call('phpReport', { hostCode }),
    filesThere: filesThere(service),
    testRule: (question) => agent.call('testRule', question),
    model: modelOf(settings),
    mimeTypes: async () => (await agent.call('mimeTypes', {})).types,
    readLog: { window: logWindow(service), tidy: tidyLine(places) },
  });
  const { tasks } = core;
  const enqueue = makeEnqueue(db, tasks, boss);
  const files = fileHandlers({ db, service, tasks, log, enqueue, frontDoor: started.frontDoor });
  const worker = connectRpc(backupProtocol, places.backupSocket);
  const backup = backupHandlers({
    db,
    worker,
    enqueue,
    openDownload: connectDownloads(places.backupBytes),
    now: Date.now,
  });

  const databases = databaseHandlers({
    databases: agent,
    enqueue,
    adminTool: {
      origin: adminToolOrigin(started.settings),
      leaveTicket: (hostCode) => agent.call('openAdminTool', { hostCode }),
    },
  });
  const app = await openConsole({ started, core, db, log, files, backup, databases });
  const provider = await makeProvider({
    handlers: { ...core.provider, ...providerBackupHandlers({ db, worker, enqueue }) },
    findKey: core.findKey,
    metrics: core.metrics,
    ...sharedParts(started, core, log),
    onChanged: core.caughtUp,
  });
  const inherited = await serveInherited(started, { provider, app });
  await listenOnSocket(app, places.apiSocket);
  const ftp = await answerFtpServer(started, core, { db, log, service });
  log.info('the API is ready');

  return {
    stop: async () => {
      await ftp?.close();
      await Promise.all([app.close(), provider.close(), ...inherited.map((listener) => listener.close())]);
      await boss.close();
      await core.close();
      agent.close();
      service.close();
      worker.close();
      await db.destroy();
      log.info('the API has stopped');
    },
  };
}

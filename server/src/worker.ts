import { compressKind } from './features/files/compress-kind';
import { decompressKind } from './features/files/decompress-kind';
import { fileTarget } from './features/files/file-target';
import { remoteDownloadKind } from './features/files/remote-download-kind';
import { keepMeasuring } from './features/host/measure-hosts';
import { startRunner } from './queue/runner';
import type { Kind } from './queue/kind';
import { readFtpAccess } from './queue/ftp-access';
import { readNodeSites } from './sites/node-sites';
import { hostsOfNode, makeVisitStore, sweepVisits } from './sites/visit-store';
import { openDb } from './state/db';
import { migrate } from './state/migrate';
import { SiteLogs } from './system/access-log/site-logs';
import { VisitCounter } from './system/access-log/visit-counter';
import { NodeAgent } from './system/agent';
import { agentProtocol } from './system/agent-protocol';
import { sitesListen } from './system/addresses';
import { findEngines } from './system/engines';
import { fileProtocol } from './system/files/protocol';
import { FtpSessions } from './system/ftp/sessions';
import { apiIdentity } from './system/identity';
import { processLog } from './system/process-log';
import { onStop, receiveStart } from './system/process-start';
import { connectRpc } from './system/rpc-client';
import { serveRpc } from './system/rpc-server';
import { reservedNames } from './system/settings';

const stops: (() => Promise<void>)[] = [];
const end = onStop(async () => {
  for (const stop of stops.reverse()) await stop();
});

const { settings, isolation, places, databaseUrl: url } = await receiveStart(end);
const log = processLog('worker', settings);
const node = settings.NODE_NAME;

const db = openDb(url, { max: 4 });
stops.push(() => db.destroy());
await migrate(db);

const ftp = new FtpSessions({
  places: places.ftp,
  accessOf: (hosts) => readFtpAccess(db, hosts),
  onFailed: (err) => log.warn({ err }, 'FTP sessions not looked at'),
});
ftp.start();
stops.push(() => ftp.stop());

const loadSites = () => readNodeSites(db, node);
const agent = new NodeAgent({
  places,
  isolation,
  engines: await findEngines(),
  listen: sitesListen(settings),
  previewDomain: settings.PREVIEW_DOMAIN,
  reserved: reservedNames(settings),
  loadSites,
  endFtp: (hostCode) => ftp.endOf(hostCode),
});
const applied = await agent.begin();
log.info({ applied }, 'sites are in force');

const fileService = connectRpc(fileProtocol, places.filesSocket);
stops.push(async () => fileService.close());
/** Kinds of tasks that this node can run. */
const kinds: readonly Kind[] = [
  compressKind(fileService),
  decompressKind(fileService),
  remoteDownloadKind(fileService, { allowed: settings.EGRESS_ALLOW, own: settings.PUBLIC_IPS }),
];

const runner = await startRunner({ db, url, node, kinds, log, onLockLost: () => process.exit(1) });
stops.push(() => runner.stop());

// Behind the runner, whose lock makes this the only worker of the node.
const visits = new VisitCounter({
  logs: new SiteLogs({ places, isolation, loadSites, inTurn: agent.inTurn }),
  store: makeVisitStore(db),
  hosts: () => hostsOfNode(db, node),
  sweep: (before) => sweepVisits(db, before),
  log,
});
visits.start();
stops.push(() => visits.stop());

const measuring = keepMeasuring({
  db,
  node,
  log,
  now: Date.now,
  measure: (host, signal) => fileService.call('measure', fileTarget(host), { signal }),
});
stops.push(() => measuring.stop());

// Last: whoever can connect finds a worker that works.
const server = await serveRpc({
  protocol: agentProtocol,
  handlers: {
    ...agent.handlers(),
    applySites: async () => {
      const inForce = await agent.applySites();
      // Whoever asked hears of their own host only.
      if (inForce.refused.length > 0) log.warn({ refused: inForce.refused }, 'hosts keep what they have');
      return inForce;
    },
    countVisits: async ({ hostCode }) => {
      await visits.count(hostCode);
      return {};
    },
    endFtp: async ({ hostCode }) => {
      await ftp.endOf(hostCode);
      return {};
    },
  },
  socket: places.agentSocket,
  ...(isolation.is === 'separate' && { owner: { uid: 0, gid: apiIdentity(isolation).gid } }),
  onBug: (method, err) => log.error({ method, err }, 'bug'),
});
stops.push(() => server.close());

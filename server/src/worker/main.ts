import { databasesForBackup } from './databases-for-backup';
import { openBackups } from '#features/backup/worker/backup-node';
import { fileTarget } from '#sites/file-target';
import { fileTasks } from '#features/files/worker/tasks';
import { HostDatabases } from '#features/database/worker/node-databases';
import { databaseTasks } from '#features/database/worker/tasks';
import { leaveToolVisit } from '#features/database/worker/sign-in-ticket';
import { keepDatabases } from '#features/database/worker/start';
import { databaseWorkerHandlers } from '#features/database/worker/questions';
import { keepMeasuring } from '#features/host/worker/measure-hosts';
import { startRunner } from '#queue/worker/runner';
import type { ImplementedTask } from '#queue/task-kind';
import { readFtpAccess } from '#queue/worker/ftp-access';
import { readNodeSites } from '#sites/worker/node-sites';
import { hostsOfNode, makeVisitStore, sweepVisits } from '#sites/worker/visit-store';
import { openDb } from '#state/db';
import { migrate } from '#state/migrate';
import { SiteLogs } from '#system/access-log/site-logs';
import { VisitCounter } from '#system/access-log/visit-counter';
import { NodeAgent } from './node/agent';
import { agentProtocol } from '#links/agent-protocol';
import { toolHere } from '#system/admin-tool/pool';
import { sitesListen } from '#system/settings/addresses';
import { findEngines } from '#system/engines/engines';
import { fileProtocol } from '#files/link/protocol';
import { FtpSessions } from '#system/ftp/sessions';
import { apiIdentity, mariadbIdentity } from '#system/process/identity';
import { nodeServer } from '#system/mariadb/connection/node-server';
import { sweepSafety } from '#system/mariadb/dump/safety-copies';
import { livingPid } from '#system/process/pid-file';
import { PortWatch } from './node/port-watch';
import { processLog } from '#system/process/process-log';
import { repeat } from '#system/concurrency/repeat';
import { backupPlaces } from '#system/restic/backup-places';
import { completeSwaps } from '#system/restic/swap';
import { onStop, receiveStart } from '#links/process-start';
import { connectRpc } from '#system/rpc/rpc-client';
import { supervisorProtocol } from '#links/supervisor-protocol';
import { serveRpc } from '#system/rpc/rpc-server';
import { databaseAddress, databaseReach, ownPorts, reservedNames } from '#system/settings/settings';

/** Pause between two checks for programs of hosts that listen on our ports, ms. */
const WATCH_MS = 2000;
/** Pause between two attempts to end programs of hosts that are not served, ms. */
const SWEEP_MS = 60_000;

const stops: (() => Promise<void>)[] = [];
const end = onStop(async () => {
  for (const stop of stops.reverse()) await stop();
});

const { settings, isolation, places, bundle, databaseUrl: url } = await receiveStart(end);
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

const supervisor = connectRpc(supervisorProtocol, places.supervisorSocket);
stops.push(async () => supervisor.close());
if (isolation.is === 'separate') {
  const watch = new PortWatch({
    hostUids: settings.HOST_UIDS,
    isOurs: ownPorts(settings),
    ftpDaemon: () => livingPid(places.ftp.pidFile, places.ftp.pidFile),
    onTaken: (taken) => log.warn(taken, 'programs of hosts listened on ports of the product'),
  });
  const watching = repeat(
    () => watch.check(),
    WATCH_MS,
    (err) => log.warn({ err }, 'listening programs could not be checked'),
  );
  stops.push(() => watching.stop());
}

const loadSites = () => readNodeSites(db, node);
const engines = await findEngines();
const agent = new NodeAgent({
  places,
  isolation,
  engines,
  listen: sitesListen(settings),
  previewDomain: settings.PREVIEW_DOMAIN,
  reserved: reservedNames(settings),
  bodiesPerAddress: settings.SITE_BODIES_PER_ADDRESS,
  loadSites,
  replacePhp: async () => {
    await supervisor.call('replacePhp', {});
  },
  endFtp: (hostCode) => ftp.endOf(hostCode),
  hostUids: settings.HOST_UIDS,
  onLeft: (left) => log.warn(left, 'programs of hosts can not be ended'),
});
stops.push(() => agent.close());
// Trees that a worker was killed in the middle of exchanging are whole before anybody looks at them.
await completeSwaps(backupPlaces(places).restores, (folder, err) =>
  log.error({ folder, err }, 'an exchange of trees is not complete'),
);
const applied = await agent.begin();
log.info({ applied }, 'sites are in force');
const sweeping = repeat(
  () => agent.sweepPrograms(),
  SWEEP_MS,
  (err) => log.warn({ err }, 'programs of hosts could not be checked'),
);
stops.push(() => sweeping.stop());

const fileService = connectRpc(fileProtocol, places.filesSocket);
stops.push(async () => fileService.close());
const databases = new HostDatabases({
  db,
  node,
  log,
  now: Date.now,
  server: await nodeServer({ settings, places, isolation, engines }),
});
/** What databases were before they were changed. */
const shelf = {
  folder: places.safety,
  identity: isolation.is === 'separate' ? mariadbIdentity(isolation) : undefined,
};
const databaseParts = { db, databases, shelf, files: fileService, isolation, handover: places.handover };
const backups = await openBackups({
  db,
  url,
  node,
  places,
  isolation,
  log,
  files: fileService,
  databases: databasesForBackup(databases),
  allowed: settings.EGRESS_ALLOW,
  own: settings.PUBLIC_IPS,
  onSwapped: async (hostCode) => {
    await fileService.call('removeChild', { hostCode });
    await ftp.endOf(hostCode);
    // A site that is closed or suspended has no processes to end.
    await agent.restartSite(hostCode).catch((err: unknown) => log.debug({ err }, 'not restarted'));
  },
});
/** Every feature's tasks. */
const tasks: readonly ImplementedTask[] = [
  ...fileTasks(fileService, { allowed: settings.EGRESS_ALLOW, own: settings.PUBLIC_IPS }),
  ...databaseTasks(databaseParts),
  ...backups.tasks,
];

const runner = await startRunner({ db, url, node, tasks, log, onLockLost: () => process.exit(1) });
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

if (databases.isInstalled) {
  const sweep = async () =>
    sweepSafety(shelf, { now: Date.now(), hosts: new Set(await hostsOfNode(db, node)) });
  const keeping = keepDatabases({ databases, log, sweep });
  stops.push(() => keeping.stop());
}

const looking = await backups.start();
stops.push(() => looking.stop());

// Last: whoever can connect finds a worker that works.
const server = await serveRpc({
  protocol: agentProtocol,
  handlers: {
    ...agent.handlers(),
    ...databaseWorkerHandlers({
      ...databaseParts,
      address: databaseAddress(settings),
      reach: databaseReach(settings),
    }),
    openAdminTool: leaveToolVisit({
      databases,
      tickets: toolHere({ isolation, engines, places, bundle }) && places.tool.tickets,
      address: databaseAddress(settings),
    }),
    provisionHost: async ({ hostCode }) => {
      const inForce = await agent.provisionHost(hostCode);
      // A site is served without a database; it comes when the engine is there.
      if (databases.isInstalled)
        await databases
          .provision(hostCode)
          .catch((err: unknown) => log.warn({ err, host: hostCode }, 'database not made yet'));
      return inForce;
    },
    removeHost: async ({ hostCode }) => {
      await databases.remove(hostCode);
      await agent.removeHost(hostCode);
      return {};
    },
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

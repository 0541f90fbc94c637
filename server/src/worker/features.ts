import { HostCode } from '@sitedeck/contract';
import { appsWorkerHandlers } from '#features/apps/worker/answers';
import { appTasks } from '#features/apps/worker/tasks';
import { cdnWorkerHandlers } from '#features/cdn/worker/answers';
import { implementPrefetch } from '#features/cdn/worker/prefetch-task';
import { purgeAfter } from '#features/cdn/worker/purge-after-task';
import { statsQueries } from '#features/cdn/worker/stats-answers';
import { certificateWorkerHandlers } from '#features/certificate/worker/answers';
import { implementRequest } from '#features/certificate/worker/request-task';
import { startRenewals } from '#features/certificate/worker/start';
import { startJobs } from '#features/cron/worker/start';
import { cronWorkerHandlers } from '#features/cron/worker/worker-handlers';
import { makeCheckOldDomains } from '#features/domain/worker/check-domains';
import { databaseWorkerHandlers, issueSignInTicket } from '#features/database/worker/worker-handlers';
import { startDatabases } from '#features/database/worker/start';
import { databaseTasks } from '#features/database/worker/tasks';
import { filesTasks } from '#features/files/worker/tasks';
import { startMeasuring, startWatchingShares } from '#features/host/worker/start';
import { startQuotaWatch } from '#features/host/worker/watch-quotas';
import { scanWorkerHandlers } from '#features/scan/worker/answers';
import { startScans } from '#features/scan/worker/start';
import { scanTasks } from '#features/scan/worker/tasks';
import { siteImageTasks } from '#features/site-image/worker/tasks';
import { siteMoveTasks } from '#features/site-move/worker/tasks';
import { stagingWorkerHandlers } from '#features/staging/worker/answers';
import { sweepStagings } from '#features/staging/worker/remove-staging';
import { stagingTasks } from '#features/staging/worker/tasks';
import type { WorkerProtocol } from '#links/worker-protocol';
import type { ImplementedTask } from '#queue/worker/run-task';
import { fileTarget } from '#sites/file-target';
import { readNodeSites } from '#sites/worker/node-sites';
import { hostsOfNode } from '#sites/worker/visit-store';
import { findToolPool } from '#system/admin-tool/pool';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { sweepSafetyCopies } from '#system/mariadb/dump/safety-copies';
import { BrokenSlices } from '#system/edge/broken-slices';
import { mariadbIdentity } from '#system/process/identity';
import type { RpcHandlers } from '#system/rpc/rpc';
import { ownSites } from '#system/settings/addresses';
import { databaseAddress, databaseReach } from '#system/settings/host-addresses';
import { cataloguePlace, hostRoot } from '#system/settings/paths';
import { appTools } from './app-tools';
import type { WorkerNode } from './open-node';
import { scanTools } from './scan-tools';
import { siteImageTools } from './site-image-tools';
import { stagingTools } from './staging-tools';
import { sweepUnneeded } from './unneeded-files';

/** Pause between two attempts to end programs of hosts that are not served, ms. */
const SWEEP_PAUSE_MS = 60_000;

/** Paths and limits of the safety copies that are made of a database before a task changes it. */
const safetyCopiesOf = ({ started: { places, isolation } }: WorkerNode) => ({
  folder: places.safety,
  identity: isolation.is === 'separate' ? mariadbIdentity(isolation) : undefined,
});

const databaseParts = (node: WorkerNode) => ({
  db: node.db,
  databases: node.databases,
  safetyCopyStore: safetyCopiesOf(node),
  files: node.files,
  isolation: node.started.isolation,
  places: node.started.places,
});

/** Every task that the queue may give to this worker. */
export function workerTasks(node: WorkerNode): readonly ImplementedTask[] {
  const { settings } = node.started;
  const { EGRESS_ALLOW, PUBLIC_IPS } = settings;
  const networks = { allowed: EGRESS_ALLOW, own: PUBLIC_IPS };
  const tasks = [
    ...filesTasks(node.files, networks),
    ...databaseTasks(databaseParts(node)),
    ...node.backups.tasks,
    implementRequest(node.certificates),
    implementPrefetch(ownSites(settings)),
    ...appTasks(appTools(node)),
    ...scanTasks(scanTools(node)),
    ...siteImageTasks(siteImageTools(node)),
    ...stagingTasks(stagingTools(node)),
    ...siteMoveTasks({ db: node.db, files: node.files, networks }),
  ];
  return tasks.map((task) => purgeAfter(task, (hostCode) => node.nodeHosts.edge.purgeAll(hostCode)));
}

function sweepPrograms({ nodeHosts, log }: WorkerNode): Loop {
  return repeat(() => nodeHosts.sweepPrograms(), {
    pauseMs: SWEEP_PAUSE_MS,
    onFailed: (err) => log.warn({ err }, 'programs of hosts could not be checked'),
  });
}

function countVisits({ visits }: WorkerNode): Loop {
  visits.start();
  return visits;
}

function measureHosts({ db, log, files, started }: WorkerNode): Loop {
  return startMeasuring({
    db,
    node: started.settings.NODE_NAME,
    log,
    now: Date.now,
    measure: (host, signal) => files.call('measure', fileTarget(host), { signal }),
  });
}

/** Ends everything that runs for a host, except its file process and FTP sessions. */
const endProgramsOf =
  ({ nodeHosts, jobs }: WorkerNode) =>
  async (hostCode: HostCode): Promise<void> => {
    await jobs?.endHost(hostCode);
    await nodeHosts.endProgramsOf(hostCode);
  };

/** Without cages the programs of a host could not be kept from writing. */
function watchQuotas(node: WorkerNode): Loop | undefined {
  const { db, log, engines, started, nodeHosts } = node;
  if (engines.cages.is === 'off') return undefined;
  const { places, settings } = started;
  return startQuotaWatch({
    db,
    node: settings.NODE_NAME,
    log,
    folder: places.fullHosts,
    rootOf: (hostCode) => hostRoot(places, hostCode),
    busy: () => nodeHosts.busyUids(),
    endPrograms: endProgramsOf(node),
  });
}

function maintainDatabases(node: WorkerNode): Loop | undefined {
  const { databases, log, db, started } = node;
  if (!databases.isInstalled) return undefined;
  const sweep = async () => {
    const hosts = new Set(await hostsOfNode(db, started.settings.NODE_NAME));
    await sweepSafetyCopies(safetyCopiesOf(node), { now: Date.now(), hosts });
  };
  return startDatabases({ databases, log, sweep });
}

/** Pause between two rounds of DNS checks, ms. */
const CHECK_PAUSE_MS = 5 * 60_000;

/** Pause between two checks for oversized pages, ms. */
const OVERSIZED_PAUSE_MS = 2000;

/** Restarts a site that sends the edge cache a page larger than its entire cache. */
const endOversizedPages = ({ nodeHosts, log, started }: WorkerNode): Loop =>
  repeat(
    async () => {
      const limit = started.settings.CDN_CACHE_MIB * 1024 * 1024;
      for (const host of await nodeHosts.edge.hostsWithOversizedPage(limit)) {
        log.warn({ host }, 'site restarted: it was sending a page larger than its edge cache');
        await nodeHosts.restartSite(HostCode.parse(host));
      }
    },
    {
      pauseMs: OVERSIZED_PAUSE_MS,
      onFailed: (err) => log.warn({ err }, 'edge cache could not be checked for oversized pages'),
    },
  );

/** Pause between two searches for downloads that changed files have broken, ms. */
const BROKEN_PAUSE_MS = 2000;

function mendSlices({ nodeHosts, logs, log, started }: WorkerNode): Loop {
  const slices = new BrokenSlices({
    folder: started.places.edge,
    edge: nodeHosts.edge,
    logFolder: (hostCode) => logs.folder(hostCode),
    now: Date.now,
  });
  return repeat(
    async (signal) => {
      for (const host of await slices.mend(signal)) log.info({ host }, 'slices of a changed file removed');
    },
    {
      pauseMs: BROKEN_PAUSE_MS,
      startsAtOnce: true,
      onFailed: (err) => log.warn({ err }, 'slices of changed files could not be removed'),
    },
  );
}

const checkDomains = ({ started, certificates, log }: WorkerNode): Loop =>
  repeat(makeCheckOldDomains({ ...certificates, node: started.settings.NODE_NAME, log }), {
    pauseMs: CHECK_PAUSE_MS,
    onFailed: (err) => log.warn({ err }, 'domains could not be checked'),
  });

const renewCertificates = ({ db, log, started, certificates }: WorkerNode): Promise<Loop> =>
  startRenewals({
    db,
    log,
    url: started.databaseUrl,
    node: started.settings.NODE_NAME,
    validation: certificates,
    applySites: certificates.applySites,
    now: Date.now,
  });

function watchShares(node: WorkerNode): Loop | undefined {
  const { limited, log, started } = node;
  const { shares } = started;
  if (!limited || shares.is === 'off') return undefined;
  const endPrograms = shares.groups.version === 1 ? endProgramsOf(node) : undefined;
  return startWatchingShares({ ...limited, log, endPrograms });
}

/** Pause between two searches for interrupted removals of staging copies, ms. */
const STAGINGS_PAUSE_MS = 60_000;

const sweepRemovedStagings = (node: WorkerNode): Loop =>
  repeat(() => sweepStagings(stagingTools(node)), {
    pauseMs: STAGINGS_PAUSE_MS,
    startsAtOnce: true,
    onFailed: (err) => node.log.warn({ err }, 'staging copies could not be removed'),
  });

const runScans = (node: WorkerNode): Loop => {
  const { db, log, started } = node;
  const { places, settings, databaseUrl: url } = started;
  return startScans({ db, log, url, node: settings.NODE_NAME, folders: [places.scans, places.quarantine] });
};

const runJobs = ({ db, log, started, jobs }: WorkerNode): Loop | undefined =>
  jobs && startJobs({ db, log, node: started.settings.NODE_NAME }, jobs);

/**
 * Loops of the worker that no caller starts. They run once the worker holds the node lock, which makes it the
 * only one.
 */
export const WORKER_LOOPS: readonly ((node: WorkerNode) => Loop | undefined | Promise<Loop>)[] = [
  sweepPrograms,
  countVisits,
  measureHosts,
  watchQuotas,
  maintainDatabases,
  ({ backups }) => backups.start(),
  renewCertificates,
  checkDomains,
  endOversizedPages,
  mendSlices,
  runJobs,
  sweepUnneeded,
  sweepRemovedStagings,
  runScans,
  watchShares,
];

/** Answers the API's requests to the worker. */
export function workerHandlers(node: WorkerNode): RpcHandlers<WorkerProtocol> {
  const { started, log, nodeHosts, databases, ftp, visits, engines } = node;
  const { settings, isolation, places, bundle } = started;
  const { queries } = nodeHosts;
  const address = databaseAddress(settings);
  return {
    ...statsQueries(node),
    ...certificateWorkerHandlers(node.certificates),
    ...appsWorkerHandlers(appTools(node), { place: cataloguePlace(settings, places), now: Date.now }),
    ...cronWorkerHandlers(node),
    ...stagingWorkerHandlers(stagingTools(node)),
    ...scanWorkerHandlers(scanTools(node)),
    ...cdnWorkerHandlers({
      edge: nodeHosts.edge,
      readNodeSites: () => readNodeSites(node.db, settings.NODE_NAME),
    }),
    ...databaseWorkerHandlers({ ...databaseParts(node), address, remoteEndpoint: databaseReach(settings) }),
    openAdminTool: issueSignInTicket({
      databases,
      tickets: findToolPool({ isolation, engines, places, bundle }) && places.tool.tickets,
      address,
    }),
    provisionHost: async ({ hostCode }) => {
      const inForce = await nodeHosts.provisionHost(hostCode);
      // A site is served before its database exists; the database is created when its engine runs.
      if (databases.isInstalled)
        await databases
          .provision(hostCode)
          .catch((err: unknown) => log.warn({ err, host: hostCode }, 'database not made yet'));
      return inForce;
    },
    removeHost: async ({ hostCode }) => {
      await databases.remove(hostCode);
      await nodeHosts.removeHost(hostCode);
      return {};
    },
    applySites: async () => {
      const inForce = await nodeHosts.applySites();
      // The caller learns only about its own host.
      if (inForce.refused.length > 0) log.warn({ refused: inForce.refused }, 'hosts keep what they have');
      return inForce;
    },
    checkSite: async ({ hostCode, document }) => {
      await queries.checkSite(hostCode, document);
      return {};
    },
    restartSite: ({ hostCode }) => nodeHosts.restartSite(hostCode),
    limitHost: async ({ hostCode }) => {
      await node.limited?.watch.check(hostCode);
      await nodeHosts.limitHost(hostCode);
      return {};
    },
    runtimes: () => Promise.resolve(queries.runtimes()),
    testRule: (request) => queries.testRule(request),
    phpReport: ({ hostCode }) => queries.phpReport(hostCode),
    mimeTypes: async () => ({ types: [...(await queries.mimeTypes())] }),
    countVisits: async ({ hostCode }) => {
      await visits.count(hostCode);
      return {};
    },
    endFtp: async ({ hostCode }) => {
      await ftp.endOf(hostCode);
      return {};
    },
  };
}

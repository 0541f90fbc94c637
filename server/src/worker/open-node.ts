import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openBackups, type BackupNode } from '#features/backup/worker/start';
import { authorityAccess } from '#features/certificate/worker/authority-access';
import type { RequestParts } from '#features/certificate/worker/request-task';
import type { JobRuns } from '#features/cron/worker/job-runs';
import { openJobs } from '#features/cron/worker/start';
import type { CageMachine } from '#sites/worker/caged-command';
import { openCageMachine } from '#sites/worker/open-cage-machine';
import { ShareWatch } from '#features/host/worker/watch-shares';
import { NodeDatabases } from '#features/database/worker/node-databases';
import { fileProtocol, type FileService } from '#files/link/protocol';
import type { StartedProcess } from '#links/process-start';
import { connectPhp } from './node/connect-php';
import { readFtpAccess } from '#worker/node/ftp-access';
import { readNodeLimits } from '#sites/worker/node-limits';
import { readNodeSites } from '#sites/worker/node-sites';
import { hostsOfNode, makeVisitStore, sweepVisits } from '#sites/worker/visit-store';
import { openDb, type Db } from '#state/db';
import { migrate } from '#state/migrate';
import { installationShares } from '#system/cage/shares/installation';
import type { HostShares } from '#system/cage/shares/host-shares';
import { KernelLog } from '#system/cage/shares/kernel-log';
import { StoredLimits } from '#system/cage/shares/stored-limits';
import { SiteLogs } from '#system/access-log/site-logs';
import { VisitCounter } from '#system/access-log/visit-counter';
import { makeMutex } from '#system/concurrency/mutex';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { makeAddressRule } from '#system/egress/address-rules';
import { findEngines, type Engines } from '#system/engines/engines';
import { FtpSessions } from '#system/ftp/sessions';
import { findDatabaseServer } from '#system/mariadb/connection/node-server';
import { livingPid } from '#system/process/pid-file';
import { processLog } from '#system/process/process-log';
import { backupPaths } from '#system/restic/backup-paths';
import { completeSwaps } from '#system/restic/restore-tree';
import { connectRpc } from '#system/rpc/rpc-client';
import { servedCertificate } from '#system/certificate/served-certificate';
import { authoritativeDns } from '#system/dns/authoritative';
import { makeDns } from '#system/dns/resolver';
import { dnsUpdates } from '#system/dns/updates';
import { serverAddresses, sitesListen, sitesTlsListen } from '#system/settings/addresses';
import { challengeFolder, hostLimitsFile } from '#system/settings/paths';
import { acmeIdentities } from '#system/settings/acme-authority';
import { ownPorts, reservedNames } from '#system/settings/console-addresses';
import { publicTlsPort } from '#system/settings/host-addresses';
import type { Settings } from '#system/settings/settings';
import { NodeHosts } from './node/node-hosts';
import { PortWatch } from './node/port-watch';

/** Pause between two checks for programs of hosts that listen on our ports, ms. */
const WATCH_PAUSE_MS = 2000;

/** What a feature of the worker may use. */
export interface WorkerNode {
  readonly started: StartedProcess;
  readonly log: Logger;
  readonly db: Db;
  readonly engines: Engines;
  readonly nodeHosts: NodeHosts;
  readonly files: FileService;
  readonly ftp: FtpSessions;
  readonly logs: SiteLogs;
  readonly visits: VisitCounter;
  readonly databases: NodeDatabases;
  readonly backups: BackupNode;
  /** Runs programs of hosts; undefined on a machine without cages. */
  readonly cageMachine: CageMachine | undefined;
  /** Runs scheduled jobs; undefined on a machine without cages. */
  readonly jobs: JobRuns | undefined;
  /** Undefined where the machine has no shares. */
  readonly limited: { readonly shares: HostShares; readonly watch: ShareWatch } | undefined;
  /** What requests, stores and checks certificates. */
  readonly certificates: RequestParts;
}

/** Called in reverse order when the worker stops. */
export type StopSteps = (() => Promise<unknown>)[];

/**
 * Ends programs of hosts that listen on ports of the product. Without root all processes share one uid, so
 * nothing distinguishes them.
 */
function watchPorts({ settings, isolation, places }: StartedProcess, log: Logger): Loop | undefined {
  if (isolation.is !== 'separate') return undefined;
  const watch = new PortWatch({
    hostUids: settings.HOST_UIDS,
    isOurs: ownPorts(settings),
    ftpDaemon: () => livingPid(places.ftp.pidFile, places.ftp.pidFile),
    onTaken: (taken) => log.warn(taken, 'programs of hosts listened on ports of the product'),
  });
  return repeat(() => watch.check(), {
    pauseMs: WATCH_PAUSE_MS,
    onFailed: (err) => log.warn({ err }, 'listening programs could not be checked'),
  });
}

type OpenedParts = Pick<
  WorkerNode,
  'started' | 'log' | 'db' | 'engines' | 'ftp' | 'cageMachine' | 'jobs' | 'limited'
>;

/** Makes trees and engines match the database, so that sites are served. */
async function openNodeHosts(
  { started, log, db, engines, ftp, jobs, limited }: OpenedParts,
  stops: StopSteps,
): Promise<NodeHosts> {
  const { settings, isolation, places } = started;
  const php = connectPhp(places.phpControl);
  stops.push(async () => php.close());
  const limits = new StoredLimits(hostLimitsFile(settings.dataDirectory));
  const inTurn = makeMutex();
  const nodeHosts = new NodeHosts({
    places,
    isolation,
    engines,
    shares: limited?.shares,
    listen: sitesListen(settings),
    tlsListen: sitesTlsListen(settings),
    tlsPort: publicTlsPort(settings),
    previewDomain: settings.PREVIEW_DOMAIN,
    reserved: reservedNames(settings),
    bodiesPerAddress: settings.SITE_BODIES_PER_ADDRESS,
    mailsPerHour: settings.HOST_MAILS_PER_HOUR,
    edgeBytes: settings.CDN_CACHE_MIB * 1024 * 1024,
    readNodeSites: () => readNodeSites(db, settings.NODE_NAME),
    php,
    endFtp: (hostCode) => ftp.endOf(hostCode),
    storeLimits: () => inTurn(async () => limits.replace(await readNodeLimits(db, settings.NODE_NAME))),
    keepJobsOf: async (served) => jobs?.keepOnly(served),
    hostUids: settings.HOST_UIDS,
    onLeft: (left) => log.warn(left, 'programs of hosts can not be ended'),
    onPurgeFailed: (err, hostCode) => log.warn({ err, hostCode }, 'a purge was not repeated'),
  });
  stops.push(() => nodeHosts.close());
  // Completes exchanges of trees that a killed worker left, before any site is served.
  await completeSwaps(backupPaths(places).restores, (folder, err) =>
    log.error({ folder, err }, 'an exchange of trees is not complete'),
  );
  const applied = await nodeHosts.begin();
  log.info({ applied }, 'sites are in force');
  return nodeHosts;
}

/** Restores exchange a host's trees; afterwards every process that still holds the old tree is ended. */
const openNodeBackups = ({
  started,
  db,
  log,
  nodeHosts,
  files,
  ftp,
  databases,
  jobs,
}: Omit<WorkerNode, 'backups' | 'logs' | 'visits' | 'certificates' | 'limited'>): Promise<BackupNode> =>
  openBackups({
    db,
    url: started.databaseUrl,
    node: started.settings.NODE_NAME,
    places: started.places,
    isolation: started.isolation,
    log,
    files,
    databases: databases.isInstalled ? databases : undefined,
    allowed: started.settings.EGRESS_ALLOW,
    own: started.settings.PUBLIC_IPS,
    endTreeHolders: async (hostCode) => {
      await files.call('removeChild', { hostCode });
      await ftp.endOf(hostCode);
      await jobs?.endHost(hostCode);
      // A closed or suspended site has no processes to end.
      await nodeHosts.restartSite(hostCode).catch((err: unknown) => log.debug({ err }, 'not restarted'));
    },
  });

/**
 * The machine's resolver may answer from `/etc/hosts` or an old cache. An operator who names resolvers trusts them.
 */
function authoritativeOf(settings: Settings): RequestParts['authoritative'] {
  if (settings.DNS_RESOLVER.length > 0) return undefined;
  // The owner of a domain chooses its servers.
  const mayQuery = makeAddressRule(settings.EGRESS_ALLOW, serverAddresses(settings));
  return () => authoritativeDns({ resolver: makeDns([]), mayQuery });
}

type CertificateSide = Pick<WorkerNode, 'started' | 'db' | 'nodeHosts' | 'files'>;

function certificateParts({ started, db, nodeHosts, files }: CertificateSide): RequestParts {
  const { settings, places } = started;
  const { ACME_EAB_KID: kid, ACME_EAB_KEY: hmacKey, DNS_UPDATE_SERVER: server } = settings;
  return {
    db,
    files,
    certificates: places.certificates,
    challenges: challengeFolder(places.challenges),
    check: (hostCode, certificate) => nodeHosts.queries.checkCertificate(hostCode, certificate),
    applySites: () => nodeHosts.applySites(),
    authority: authorityAccess({
      directoryUrl: settings.ACME_DIRECTORY_URL,
      contact: settings.ACME_CONTACT,
      binding: kid !== undefined && hmacKey !== undefined ? { kid, hmacKey } : undefined,
      caFile: settings.ACME_CA_FILE,
      certificates: places.certificates,
    }),
    updates: server === undefined ? undefined : dnsUpdates({ server, keyFile: settings.DNS_UPDATE_KEY_FILE }),
    dns: makeDns(settings.DNS_RESOLVER),
    authoritative: authoritativeOf(settings),
    dnsTarget: { addresses: serverAddresses(settings), authorities: acmeIdentities(settings) },
    httpPort: settings.ACME_HTTP_PORT,
    served: (name) =>
      servedCertificate({ host: settings.SITES_BIND ?? '127.0.0.1', port: settings.SITES_TLS_PORT, name }),
    pause: (ms) => sleep(ms),
    now: Date.now,
  };
}

async function openShares(
  { shares: found, settings }: StartedProcess,
  db: Db,
  stops: StopSteps,
): Promise<WorkerNode['limited']> {
  const shares = installationShares(found, settings);
  if (!shares || found.is === 'off') return undefined;
  const kernelLog = await KernelLog.open();
  stops.push(async () => kernelLog?.close());
  return { shares, watch: new ShareWatch({ db, groups: found.groups, now: Date.now, kernelLog }) };
}

/** Opens what all features of the worker share, and serves the sites of the node. */
export async function openNode(started: StartedProcess, stops: StopSteps): Promise<WorkerNode> {
  const { settings, isolation, places, databaseUrl } = started;
  const node = settings.NODE_NAME;
  const log = processLog('worker', settings);
  const db = openDb(databaseUrl, { max: 4 });
  stops.push(() => db.destroy());
  await migrate(db);

  const ftp = new FtpSessions({
    places: places.ftp,
    accessOf: (hosts) => readFtpAccess(db, hosts),
    onFailed: (err) => log.warn({ err }, 'FTP sessions not looked at'),
  });
  ftp.start();
  stops.push(() => ftp.stop());
  const watching = watchPorts(started, log);
  if (watching) stops.push(() => watching.stop());

  const engines = await findEngines();
  const limited = await openShares(started, db, stops);
  const shares = limited?.shares;
  const { cages, php } = engines;
  const cageMachine = await openCageMachine({ cages, php, isolation, places, shares });
  const jobs = openJobs({ db, node, cages: cageMachine, places, log });
  stops.push(async () => jobs?.stop());
  const opened = { started, log, db, engines, ftp, cageMachine, jobs, limited };
  const nodeHosts = await openNodeHosts(opened, stops);
  const files = connectRpc(fileProtocol, places.filesSocket);
  stops.push(async () => files.close());
  const server = await findDatabaseServer({ settings, places, isolation, engines });
  const databases = new NodeDatabases({ db, node, log, now: Date.now, server });
  const logs = new SiteLogs({
    places,
    isolation,
    readNodeSites: () => readNodeSites(db, node),
    inTurn: nodeHosts.inTurn,
  });
  const visits = new VisitCounter({
    logs,
    store: makeVisitStore(db),
    hosts: () => hostsOfNode(db, node),
    sweep: (now) => sweepVisits(db, now),
    log,
  });
  const backups = await openNodeBackups({ ...opened, nodeHosts, files, databases });
  const certificates = certificateParts({ ...opened, nodeHosts, files });
  return { ...opened, nodeHosts, files, databases, logs, visits, backups, certificates };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { consoleCalls, type CallShape, type HostCode } from '@sitedeck/contract';
import { databaseHandlers, type DatabaseCalls } from '#features/database/api/routes';
import { backupProviderHandlers, type BackupProviderCalls } from '#features/backup/api/routes';
import type { HostenvParts } from '#features/hostenv/api/routes';
import { openApiCore, type ApiCore } from '#api/api-core';
import type { CoreCalls } from '#api/features';
import type { CdnParts } from '#features/cdn/api/routes';
import type { CertificateParts } from '#features/certificate/api/routes';
import type { CronParts } from '#features/cron/api/routes';
import type { DomainParts } from '#features/domain/api/routes';
import type { HostParts } from '#features/host/api/routes';
import type { TaskParts } from '#features/task/api/routes';
import type { Handlers } from '#api/calls/handlers';
import type { AllLimits } from '#api/http/admission';
import { makeCallerGate, type CallerGate } from '#api/http/listeners/caller-gate';
import { makeConsole } from '#api/http/listeners/console';
import { makeProvider } from '#api/http/listeners/provider';
import type { NodeWork } from '#sites/api/node-work';
import type { PasswordCost } from '#sites/api/password';
import { makeOwnerOf } from '#system/callers/socket-owners';
import { makeTenantCheck } from '#system/callers/tenant-check';
import { limitsOfHosts } from '#system/cage/shares/installation';
import type { Shares } from '#system/cage/shares/shares';
import { isolationHere, type UidRange } from '#system/process/identity';
import type { Channels } from '#system/messages/channels';
import { makeNetworkOf } from '#system/egress/network-of';
import { Refusal } from '#faults/refusal';
import { freePort } from './free-port';
import { makeTestDb, type TestDb } from './state';

/** The provider key of every test server. */
export const TEST_KEY = 'test-key-of-the-provider';

export interface TestApi {
  readonly test: TestDb;
  readonly core: ApiCore;
  /** Address and origin of the console. */
  readonly url: string;
  readonly providerUrl: string;
  /** Lines of the log. */
  readonly logLines: string[];
  /** Folder of the registry. */
  readonly registry: string;
  /** Moves the server's clock, ms. */
  advance(ms: number): void;
  close(): Promise<void>;
}

export interface TestApiOptions {
  /** Replaces refusals by real node work, for tests of a handler's calls to the node. */
  readonly work?: Partial<NodeWork>;
  readonly extra?: { readonly calls: Readonly<Record<string, CallShape>>; readonly handlers: object };
  /** The provider's calls about backups of removed hosts. */
  readonly kept?: Handlers<BackupProviderCalls>;
  /** Address of the provider's listener; without it 127.0.0.1. */
  readonly providerHost?: string;
  /** Uids of hosts, which the provider's listener refuses; without them the default range. */
  readonly hostUids?: UidRange;
  /** Connects another API process to the same database. */
  readonly beside?: TestApi;
  readonly stopUpload?: TaskParts['stopUpload'];
  /** Connects a real file service. */
  readonly measure?: HostParts['measure'];
  /** Connects a real node. */
  readonly measureDatabase?: HostParts['measureDatabase'];
  /** Like `waitMs` of `UsedSpaceParts`. */
  readonly waitMs?: number;
  /** Connects a real node. */
  readonly runtimes?: HostParts['runtimes'];
  readonly areSiteFiles?: HostenvParts['areSiteFiles'];
  readonly mimeTypes?: HostenvParts['mimeTypes'];
  readonly testRule?: HostenvParts['testRule'];
  readonly readLog?: HostenvParts['readLog'];
  readonly phpReport?: HostenvParts['phpReport'];
  /** Connects a real worker. */
  readonly certificates?: CertificateParts['certificates'];
  readonly pages?: CdnParts['pages'];
  readonly jobs?: CronParts['jobs'];
  /** Whether programs of hosts run in cages; on by default. */
  readonly cages?: 'on' | 'off';
  /** Groups of the hosts' programs; without them the machine has no shares. */
  readonly shares?: Shares;
  /** Connects a real queue. */
  readonly enqueue?: CertificateParts['enqueue'];
  readonly acme?: CertificateParts['acme'];
  /** Connects a real DNS server. */
  readonly dns?: DomainParts['dns'];
  readonly dnsTarget?: DomainParts['dnsTarget'];
  readonly icp?: DomainParts['icp'];
  readonly countVisits?: (hostCode: HostCode) => Promise<void>;
  readonly embedOrigins?: readonly string[];
  readonly trustProxy?: readonly string[];
  readonly limits?: AllLimits;
  readonly channels?: Channels;
  /** Folder with the build's `remotes/` and `packages/`. */
  readonly bundle?: string;
  /** Runs as in the product: writes the product's log, and does not check replies against their schemas. */
  readonly asInProduct?: boolean;
}

/** Cheap hashing: tests sign in hundreds of times. */
const TEST_PASSWORD_COST: PasswordCost = { N: 16, r: 1, p: 1 };
const TEST_EASY_WORK = 100;

/** Versions of the console that test servers serve. */
export const TEST_CONSOLE = { shell: '0.1.0', sdk: '0.1.0' };

const DOCUMENTS = { PHP: ['index.html', 'index.php'], NET: ['default.aspx'], HTML: ['index.html'] };
/** No node takes part: these tests concern the database. */
const NO_NODE: NodeWork = {
  provisionHost: () => Promise.resolve(),
  removeHost: () => Promise.resolve(),
  checkSite: () => Promise.resolve(),
  applySites: () => Promise.resolve(),
  restartSite: () => Promise.resolve(),
  limitHost: () => Promise.resolve(),
  endFiles: () => Promise.resolve(),
  endFtp: () => Promise.resolve(),
};

const notThere = () => Promise.reject(new Refusal('engine-down'));
/** Queries to the node and its file service: refused unless a test passes an implementation. */
const nodeSide = ({
  testRule,
  mimeTypes,
  readLog,
  measure,
  measureDatabase,
  runtimes,
  areSiteFiles,
  phpReport,
  certificates,
  pages,
  jobs,
  cages,
  shares,
}: TestApiOptions) => ({
  certificates: certificates ?? { call: notThere },
  pages: pages ?? { call: notThere },
  jobs: jobs ?? { call: notThere },
  cages: cages ?? ('on' as const),
  shares: shares ?? ({ is: 'off', why: 'cages' } as const),
  hostLimits: TEST_HOST_LIMITS,
  testRule: testRule ?? notThere,
  measure: measure ?? notThere,
  measureDatabase: measureDatabase ?? notThere,
  runtimes: runtimes ?? notThere,
  areSiteFiles: areSiteFiles ?? notThere,
  mimeTypes: mimeTypes ?? notThere,
  readLog: readLog ?? { window: notThere, tidy: (_host: unknown, line: string) => line },
  phpReport: phpReport ?? notThere,
});

const NO_ANSWER = () => Promise.resolve({ is: 'failed' } as const);
/** DNS and authorities: none answers unless a test brings one. */
const nameSide = ({ enqueue, acme, dns, dnsTarget, icp }: TestApiOptions) => ({
  enqueue: enqueue ?? notThere,
  acme: acme ?? { authority: null, ways: [] },
  dns: dns ?? { ipv4: NO_ANSWER, ipv6: NO_ANSWER, caa: NO_ANSWER, txt: NO_ANSWER },
  dnsTarget: dnsTarget ?? { addresses: TEST_REACH.addresses, authorities: [] },
  icp,
});

/** Addresses that test servers report as their own. */
export const TEST_REACH = {
  addresses: ['192.0.2.7', '2001:db8::7'],
  ftp: { host: '192.0.2.7', port: 2121 },
  database: '127.0.0.1:3307',
};
/** Limits of hosts without others. */
export const TEST_HOST_LIMITS = limitsOfHosts({
  HOST_MEMORY_MIB: 512,
  HOST_PROCESSES: 256,
  HOST_CPU_PERCENT: 100,
});
/** FTP addresses that they report. */
const TEST_FTP = { served: true, canBeReadOnly: true, tls: 'required' } as const;

const coreCalls = Object.fromEntries(
  Object.entries(consoleCalls).filter(([, call]) => !/^\/(fs|api\/backup)\//.test(call.path)),
) as unknown as CoreCalls & DatabaseCalls;
/** There are no databases on a node either: only the rights of callers can be tested. */
const DATABASES = databaseHandlers({
  databases: { call: notThere },
  enqueue: notThere,
  adminTool: { origin: 'http://tools.localhost:8083', issueTicket: notThere },
});

/** Nor backups. */
const NO_BACKUPS = (db: TestDb['db']) => ({
  db,
  worker: { call: notThere, close: () => undefined },
  enqueue: notThere,
});

function callersOf({ hostUids = { first: 20_001, last: 59_999 } }: TestApiOptions, log: Logger): CallerGate {
  const tenants = {
    hostUids,
    isolation: isolationHere(),
    cages: 'off' as const,
    ownerOf: makeOwnerOf(),
    log,
  };
  return makeCallerGate(makeTenantCheck(tenants, 'provider'));
}

const listenAnywhere = (
  app: FastifyInstance,
  { providerHost = '127.0.0.1' }: TestApiOptions,
): Promise<string> => app.listen({ host: providerHost, port: 0 });

/** The API on its own database and ports: real sockets, real PostgreSQL. */
export async function makeTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const test = options.beside?.test ?? (await makeTestDb());
  const logLines: string[] = [];
  const log = pino(
    { level: options.asInProduct ? 'info' : 'debug' },
    { write: (line: string) => void logLines.push(line) },
  );
  let offset = 0;
  const registry = options.beside?.registry ?? (await mkdtemp(join(tmpdir(), 'sitedeck-registry-')));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const core = await openApiCore({
    db: test.db,
    url: test.url,
    log,
    now: () => Date.now() + offset,
    origins: [url],
    embedOrigins: options.embedOrigins,
    networkOf: makeNetworkOf([]),
    limits: options.limits,
    servesTls: false,
    isolation: isolationHere(),
    work: { ...NO_NODE, ...options.work },
    node: 'local',
    reserved: { own: ['console.example.com'], preview: 'preview.example.net' },
    defaultDocuments: DOCUMENTS,
    imageFolder: join(registry, 'no-images'),
    catalogue: { place: join(registry, 'no-catalogue'), isNamed: false },
    appWorker: { call: notThere },
    stagingWorker: { call: notThere },
    stagingFiles: { call: notThere, close: () => undefined },
    scanWorker: { call: notThere },
    testUrl: (hostCode: HostCode) => `http://${hostCode}.localhost:8081/`,
    config: { apiBase: '/api', fileServiceBase: '/fs', links: {}, copyright: '' },
    firstKey: TEST_KEY,
    passwordCost: TEST_PASSWORD_COST,
    easyWork: TEST_EASY_WORK,
    cacheBytes: 64 * 1024 * 1024,
    waitMs: options.waitMs,
    registry: {
      folder: registry,
      bundle: options.bundle ?? join(registry, 'no-bundle'),
      console: TEST_CONSOLE,
      overrideOrigins: ['https://remotes.example.com', 'http://localhost:*'],
    },
    stopUpload: options.stopUpload ?? (() => Promise.resolve()),
    ...nodeSide(options),
    ...nameSide(options),
    reach: TEST_REACH,
    tlsPort: 8443,
    ftp: TEST_FTP,
    countVisits: options.countVisits ?? (() => Promise.resolve()),
    channels: options.channels ?? {},
  });
  const shared = {
    record: core.record,
    log,
    verifyReplies: !options.asInProduct,
    observe: core.metrics.observe,
    admission: core.admission,
    networkOf: makeNetworkOf([]),
  };
  const calls = { ...coreCalls, ...options.extra?.calls };
  const handlers = { ...core.handlers, ...DATABASES, ...options.extra?.handlers } as Handlers<typeof calls>;
  const console = await makeConsole(
    { calls, handlers },
    {
      ...shared,
      gate: core.gate,
      onChanged: core.onChanged,
      mayEmbed: core.mayEmbed,
      trustProxy: options.trustProxy ?? [],
    },
  );
  const provider = await makeProvider({
    ...shared,
    callers: callersOf(options, log),
    handlers: { ...core.provider, ...(options.kept ?? backupProviderHandlers(NO_BACKUPS(test.db))) },
    findKey: core.findKey,
    metrics: core.metrics,
    onChanged: core.caughtUp,
  });
  await console.listen({ host: '127.0.0.1', port });
  const providerUrl = await listenAnywhere(provider, options);
  return {
    test,
    core,
    url,
    providerUrl,
    logLines,
    registry,
    advance: (ms) => {
      offset += ms;
    },
    close: async () => {
      await console.close();
      await provider.close();
      await core.close();
      if (options.beside) return;
      await test.close();
      await rm(registry, { recursive: true, force: true });
    },
  };
}

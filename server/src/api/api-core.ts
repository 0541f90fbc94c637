import type { Logger } from 'pino';
import type { HostCode, PublicConfig, consoleCalls, providerCalls } from '@sitedeck/contract';
import type { BackupCalls, ProviderBackupCalls } from '#features/backup/api/routes';
import type { DatabaseCalls } from '#features/database/api/routes';
import type { FileCalls } from '#features/files/api/routes';
import { makeCaptcha } from '#features/session/api/captcha';
import { findEmbedSession } from '#features/session/api/embed-token';
import { makeCodeStore, type CodeStore } from '#features/session/api/code-store';
import { makeLoginDelay, type LoginDelay } from '#features/session/api/login-delay';
import { sessionHandlers } from '#features/session/api/routes';
import { sessionCookie, type SessionCookie } from '#features/session/api/session-cookie';
import { SessionStore } from '#features/session/api/session-store';
import { makeVerifier } from '#features/session/api/verify';
import { verifyWays } from '#features/session/api/verify-ways';
import { backupNeeds } from '#features/backup/api/needs';
import { quotaNeeds, runtimeNeeds, statusNeeds } from '#features/host/api/host-needs';
import { hostHandlers } from '#features/host/api/routes';
import { hostenvHandlers, type HostenvParts } from '#features/hostenv/api/routes';
import { vhostHandlers, type VhostParts } from '#features/host/api/vhost-routes';
import { visitHandlers } from '#features/host/api/visits';
import { logHandlers } from '#features/log/api/routes';
import { ensureFirstKey, findProviderKey } from '#features/provider/api/provider-keys';
import { providerHandlers } from '#features/provider/api/routes';
import { pageHandlers } from '#features/registry/api/page-routes';
import { registryHandlers } from '#features/registry/api/provider-routes';
import { openRegistry, type Registry, type RegistrySettings } from '#features/registry/api/registry-feature';
import { LiveTaskLists } from '#features/task/api/live-task-lists';
import { taskHandlers, type TaskParts } from '#features/task/api/routes';
import { taskNeeds } from '#features/task/api/task-needs';
import type { Handlers } from './calls/handlers';
import { Admission, type AllLimits } from './http/admission';
import { makeGate, type Gate, type GateParts } from './http/gate';
import { makeMetrics, type Metrics } from './http/metrics';
import type { FindKey } from './http/provider-gate';
import { makeTaskStore, type TaskStore } from '#queue/task-store';
import { makeSiteSettings } from '#sites/api/change-config';
import { makeMayEmbed, sweepEmbedOrigins } from '#sites/api/embed-origins';
import { makeHosts, type HostParts } from '#sites/api/hosts';
import { LiveHosts } from '#sites/live-hosts';
import { makeOperationLog, type RecordOperation } from '#sites/api/operation-log';
import type { NeedSource } from '#sites/need-source';
import type { Db } from '#state/db';
import { listenForChanges, type Listener, type LiveFeed } from '#state/live';
import { sharedSecret } from '#state/shared-secret';
import type { Channels } from '#system/messages/channels';
import type { NetworkOf } from '#system/egress/network-of';

/** Rows that ended by themselves are removed this often, ms. */
const SWEEP_MS = 10 * 60_000;

export type CoreCalls = Omit<typeof consoleCalls, keyof FileCalls | keyof BackupCalls | keyof DatabaseCalls>;

export interface CoreParts
  extends
    Pick<HostParts, 'work' | 'node' | 'reserved' | 'defaultDocuments' | 'passwordCost'>,
    Pick<VhostParts, 'measure' | 'measureDatabase' | 'runtimes' | 'reach' | 'ftp' | 'waitMs'>,
    Pick<HostenvParts, 'mimeTypes' | 'readLog' | 'filesThere' | 'phpReport' | 'testRule' | 'model'> {
  readonly db: Db;
  /** Of the same database, for the connection that listens. */
  readonly url: string;
  readonly log: Logger;
  readonly now: () => number;
  /** Exactly the console's own. */
  readonly origins: readonly string[];
  readonly servesTls: boolean;
  /** Portals that a remote may be embedded in; any where none are given. */
  readonly embedOrigins: readonly string[] | undefined;
  /** The network that an address is counted under. */
  readonly networkOf: NetworkOf;
  /** Limits of calls and bytes in progress; the product's defaults if none are given. */
  readonly limits?: AllLimits | undefined;
  readonly testUrl: (hostCode: HostCode) => string;
  readonly config: Omit<PublicConfig, 'wireKey'>;
  readonly firstKey: string | undefined;
  /** As `makeCaptcha` has it. */
  readonly easyWork?: number;
  readonly stopUpload: TaskParts['stopUpload'];
  /** Has the host's node count what its access log holds by now. */
  readonly countVisits: (hostCode: HostCode) => Promise<void>;
  /** How one-time codes travel. */
  readonly channels: Channels;
  readonly registry: Omit<RegistrySettings, 'origins'>;
}

export interface ApiCore {
  readonly handlers: Handlers<CoreCalls>;
  readonly provider: Handlers<Omit<typeof providerCalls, keyof ProviderBackupCalls>>;
  readonly gate: Gate;
  /** One for all listeners of this process. */
  readonly admission: Admission;
  /** Whether embed tokens may name this origin. */
  readonly mayEmbed: (origin: string) => Promise<boolean>;
  readonly findKey: FindKey;
  readonly sessions: SessionStore;
  readonly hosts: LiveHosts;
  readonly tasks: TaskStore;
  readonly record: RecordOperation;
  readonly metrics: Metrics;
  /** The count of wrong passwords, for whatever else takes them. */
  readonly delay: LoginDelay;
  /** A call changed something of a host. */
  readonly onChanged: (hostCode: HostCode | undefined) => void;
  /** What was written is what this process reads from now on. */
  readonly caughtUp: () => Promise<void>;
  readonly registry: Registry;
  readonly config: PublicConfig;
  close(): Promise<void>;
}

/** What this process keeps in memory follows what any process changes. */
function follow(url: string, followers: readonly Listener[]): Promise<LiveFeed> {
  return listenForChanges(url, {
    onChange: (change) => followers.forEach((one) => one.onChange(change)),
    onConnected: (connected) => followers.forEach((one) => one.onConnected(connected)),
  });
}

async function sweepDatabase(db: Db, now: number): Promise<void> {
  const before = new Date(now);
  await db.deleteFrom('captcha_used').where('expires_at', '<', before).execute();
  await db.deleteFrom('access_token').where('expires_at', '<', before).execute();
  await sweepEmbedOrigins(db, now);
}

/** What each area knows that an owner should do something about, in the order in which equals are told. */
const needSources = ({ db, now, runtimes }: CoreParts): readonly NeedSource[] => [
  statusNeeds,
  quotaNeeds(db, now),
  runtimeNeeds(runtimes),
  backupNeeds(db),
  taskNeeds(db, now),
];

const siteHandlers = (parts: CoreParts, kept: Pick<VhostParts, 'hosts' | 'managed'>) => ({
  ...vhostHandlers({
    ...parts,
    ...kept,
    sources: needSources(parts),
    verifyWays: ({ scope: { host }, session }) =>
      verifyWays({ contact: host.contact, session, channels: parts.channels }),
  }),
  ...visitHandlers(parts),
  ...hostenvHandlers({ ...parts, settings: makeSiteSettings(parts) }),
});

interface GateKeepers extends Pick<GateParts, 'verify'> {
  readonly cookie: SessionCookie;
  readonly sessions: SessionStore;
  readonly hosts: LiveHosts;
  readonly tasks: TaskStore;
}

const gateOf = ({ db, now, origins }: CoreParts, { cookie, sessions, hosts, tasks, verify }: GateKeepers) =>
  makeGate({
    origins,
    readCookie: (header) => cookie.read(header),
    findSession: (token, active) => sessions.find(token, active),
    whyEnded: (token) => sessions.whyEnded(token),
    findEmbed: (token) => findEmbedSession(db, token, new Date(now())),
    findHost: (hostCode) => hosts.get(hostCode),
    peekHost: (hostCode) => hosts.peek(hostCode),
    lockedBy: (hostCode) => tasks.lockedBy(hostCode),
    verify,
  });

/** Until the timer is cleared; it keeps no process alive. */
const sweepAgain = (sweep: () => Promise<unknown>, log: Logger): NodeJS.Timeout =>
  setInterval(
    () => void sweep().catch((err: unknown) => log.warn({ err }, 'sweep failed')),
    SWEEP_MS,
  ).unref();

interface Swept {
  readonly sessions: SessionStore;
  readonly delay: LoginDelay;
  readonly codes: CodeStore;
}

const sweepRows = ({ db, now, log }: CoreParts, { sessions, delay, codes }: Swept): NodeJS.Timeout =>
  sweepAgain(
    () => Promise.all([sessions.sweep(), delay.sweep(), codes.sweep(), sweepDatabase(db, now())]),
    log,
  );

const passwordSetter =
  (managed: ReturnType<typeof makeHosts>) =>
  async (hostCode: HostCode, password: string, operator: string): Promise<void> => {
    await managed.change(hostCode, { password }, operator);
  };

/** Everything of the API process that knows no socket and no file service. */
export async function openApiCore(parts: CoreParts): Promise<ApiCore> {
  const { db, log, now, origins, testUrl } = parts;
  const wireKey = await sharedSecret(db, 'wire-key');
  const captcha = makeCaptcha({ ...parts, key: await sharedSecret(db, 'captcha-key') });
  if (parts.firstKey !== undefined) await ensureFirstKey(db, parts.firstKey);

  const sessions = new SessionStore(db, {
    now,
    onWriteFailed: (err) => log.warn({ err }, 'activity not written'),
  });
  const hosts = new LiveHosts(db);
  const lists = new LiveTaskLists(db);
  const metrics = makeMetrics();
  const config = { ...parts.config, wireKey };
  const registryParts = {
    ...parts.registry,
    db,
    log,
    now,
    origins,
    config,
    sessions,
    metrics: metrics.remotes,
  };
  const registry = await openRegistry(registryParts);
  const feed = await follow(parts.url, [sessions, hosts, lists, registry]);

  const cookie = sessionCookie(parts.servesTls);
  const delay = makeLoginDelay(parts);
  const codes = makeCodeStore(parts);
  const managed = makeHosts(parts);
  const tasks = makeTaskStore(db);
  const sessionParts = {
    db,
    captcha,
    delay,
    networkOf: parts.networkOf,
    codes,
    channels: parts.channels,
    setPassword: passwordSetter(managed),
    sessions,
    cookie,
    config,
    now,
    wireKey: Buffer.from(wireKey, 'base64'),
  };

  const sweeper = sweepRows(parts, { sessions, delay, codes });

  return {
    handlers: {
      ...sessionHandlers(sessionParts),
      ...hostHandlers({ db, hosts, sessions, testUrl }),
      ...siteHandlers(parts, { hosts, managed }),
      ...taskHandlers({ db, store: tasks, lists, stopUpload: parts.stopUpload }),
      ...logHandlers({ db, now }),
      ...pageHandlers({ ...registryParts, registry, testUrl }),
    },
    provider: {
      ...providerHandlers({ db, now, hosts: managed, embedOrigins: parts.embedOrigins }),
      ...registryHandlers({ db, registry, now }),
    },
    gate: gateOf(parts, { cookie, sessions, hosts, tasks, verify: makeVerifier(sessionParts) }),
    admission: new Admission(parts.limits),
    mayEmbed: makeMayEmbed(parts),
    findKey: (key) => findProviderKey(db, key),
    sessions,
    hosts,
    tasks,
    delay,
    record: makeOperationLog(db),
    metrics,
    onChanged: (hostCode) => (hostCode ? lists.forget(hostCode) : undefined),
    caughtUp: () => feed.caughtUp(),
    registry,
    config,
    close: async () => {
      clearInterval(sweeper);
      await feed.close();
      await registry.close();
      await sessions.settled();
    },
  };
}

import type { Logger } from 'pino';
import type { HostCode, PublicConfig } from '@sitedeck/contract';
import { makeCaptcha } from '#features/session/api/captcha';
import { findEmbedSession } from '#features/session/api/embed-token';
import { makeCodeStore, type CodeStore } from '#features/session/api/code-store';
import { makeLoginDelay, type LoginDelay } from '#features/session/api/login-delay';
import { sessionCookie, type SessionCookie } from '#features/session/api/session-cookie';
import { SessionStore } from '#features/session/api/session-store';
import { makeVerifier } from '#features/session/api/verify';
import { verifyWays } from '#features/session/api/verify-ways';
import { ensureFirstKey, findProviderKey } from '#features/provider/api/key-store';
import { openRegistry, type Registry, type RegistrySettings } from '#features/registry/api/registry';
import { LiveTaskLists } from '#features/task/api/live-task-lists';
import type { HostenvParts } from '#features/hostenv/api/routes';
import type { CdnParts } from '#features/cdn/api/routes';
import type { CronParts } from '#features/cron/api/routes';
import type { CertificateParts } from '#features/certificate/api/routes';
import type { DomainParts } from '#features/domain/api/routes';
import type { HostParts } from '#features/host/api/routes';
import type { TaskParts } from '#features/task/api/routes';
import type { Handlers } from './calls/handlers';
import {
  coreHandlers,
  coreProviderHandlers,
  needSources,
  type CoreCalls,
  type CoreFeatureParts,
  type CoreProviderCalls,
} from './features';
import { Admission, type AllLimits } from './http/admission';
import { makeGate, type Gate, type GateParts } from './http/gate';
import type { StartedProcess } from '#links/process-start';
import { makeMetrics, type Metrics } from './http/metrics';
import type { FindKey } from './http/provider-gate';
import { makeTaskStore, type TaskStore } from '#queue/task-store';
import { makeSiteSettings } from '#sites/config/save-site-config';
import { makeMayEmbed, sweepEmbedOrigins } from '#sites/api/embed-origins';
import { makeHosts, type HostStoreParts } from '#sites/api/hosts';
import { LiveHosts } from '#sites/live-hosts';
import type { ScanParts } from '#features/scan/api/routes';
import type { AppParts } from '#features/apps/api/routes';
import type { StagingParts } from '#features/staging/api/routes';
import { makeOperationLog, type RecordOperation } from '#sites/api/operation-log';
import type { Db } from '#state/db';
import { listenForChanges, type Listener, type LiveFeed } from '#state/live';
import { sharedSecret } from '#state/shared-secret';
import type { Channels } from '#system/messages/channels';
import { repeat, type Loop } from '#system/concurrency/repeat';
import type { NetworkOf } from '#system/egress/network-of';

/** Pause between two removals of expired rows, ms. */
const SWEEP_PAUSE_MS = 10 * 60_000;

export interface CoreParts
  extends
    Pick<DomainParts, 'tlsPort' | 'dns' | 'dnsTarget' | 'icp'>,
    Pick<CertificateParts, 'certificates' | 'enqueue' | 'acme'>,
    Pick<CdnParts, 'pages' | 'cacheBytes'>,
    Pick<CronParts, 'jobs'>,
    Pick<AppParts, 'appWorker' | 'catalogue'>,
    Pick<StagingParts, 'stagingWorker' | 'stagingFiles'>,
    Pick<ScanParts, 'scanWorker'>,
    Pick<HostStoreParts, 'work' | 'node' | 'reserved' | 'defaultDocuments' | 'passwordCost'>,
    Pick<
      HostParts,
      'measure' | 'measureDatabase' | 'runtimes' | 'reach' | 'ftp' | 'waitMs' | 'hostLimits' | 'mail'
    >,
    Pick<HostenvParts, 'mimeTypes' | 'readLog' | 'areSiteFiles' | 'phpReport' | 'testRule' | 'model'> {
  readonly db: Db;
  /** Address of the same database, for the connection that listens for changes. */
  readonly url: string;
  readonly log: Logger;
  readonly now: () => number;
  /** Origins of the console itself. */
  readonly origins: readonly string[];
  readonly servesTls: boolean;
  readonly isolation: StartedProcess['isolation'];
  readonly cages: StartedProcess['cages'];
  readonly shares: StartedProcess['shares'];
  /** Origins of portals that may embed a remote; undefined: any portal. */
  readonly embedOrigins: readonly string[] | undefined;
  /** Maps an address to its network, since limits count per network. */
  readonly networkOf: NetworkOf;
  /** Limits of calls and bytes in progress; undefined: the product's defaults. */
  readonly limits?: AllLimits | undefined;
  /** The folder of all site images. */
  readonly imageFolder: string;
  readonly testUrl: (hostCode: HostCode) => string;
  readonly config: Omit<PublicConfig, 'wireKey'>;
  readonly firstKey: string | undefined;
  /** Work of an easy captcha; undefined: the default of `makeCaptcha`. */
  readonly easyWork?: number;
  readonly stopUpload: TaskParts['stopUpload'];
  /** Has the host's node count the visits in its access log up to now. */
  readonly countVisits: (hostCode: HostCode) => Promise<void>;
  /** Channels that deliver one-time codes. */
  readonly channels: Channels;
  readonly registry: Omit<RegistrySettings, 'origins'>;
}

export interface ApiCore {
  readonly handlers: Handlers<CoreCalls>;
  readonly provider: Handlers<CoreProviderCalls>;
  readonly gate: Gate;
  /** Limits calls in progress over all listeners of this process. */
  readonly admission: Admission;
  /** Whether embed tokens may name this origin. */
  readonly mayEmbed: (origin: string) => Promise<boolean>;
  readonly findKey: FindKey;
  readonly sessions: SessionStore;
  readonly hosts: LiveHosts;
  readonly tasks: TaskStore;
  readonly record: RecordOperation;
  readonly metrics: Metrics;
  /** Counts wrong passwords, also those of the FTP server. */
  readonly delay: LoginDelay;
  /** Called after a call changed a host. */
  readonly onChanged: (hostCode: HostCode | undefined) => void;
  /** Resolves when this process has seen every change written before the call. */
  readonly caughtUp: () => Promise<void>;
  readonly registry: Registry;
  readonly config: PublicConfig;
  close(): Promise<void>;
}

/** Forgets cached rows of this process when any process announces a change to them. */
function followChanges(url: string, followers: readonly Listener[]): Promise<LiveFeed> {
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

interface GateLookups extends Pick<GateParts, 'verify'> {
  readonly cookie: SessionCookie;
  readonly sessions: SessionStore;
  readonly hosts: LiveHosts;
  readonly tasks: TaskStore;
}

const gateOf = (
  { db, now, origins, cages }: CoreParts,
  { cookie, sessions, hosts, tasks, verify }: GateLookups,
) =>
  makeGate({
    origins,
    cages,
    readCookie: (header) => cookie.read(header),
    findSession: (token, active) => sessions.find(token, active),
    whyEnded: (token) => sessions.whyEnded(token),
    findEmbed: (token) => findEmbedSession(db, token, new Date(now())),
    findHost: (hostCode) => hosts.get(hostCode),
    peekHost: (hostCode) => hosts.peek(hostCode),
    lockedBy: (hostCode) => tasks.lockedBy(hostCode),
    verify,
  });

interface SweepParts {
  readonly sessions: SessionStore;
  readonly delay: LoginDelay;
  readonly codes: CodeStore;
}

const sweepRows = ({ db, now, log }: CoreParts, { sessions, delay, codes }: SweepParts): Loop =>
  repeat(
    async () => {
      await Promise.all([sessions.sweep(), delay.sweep(), codes.sweep(), sweepDatabase(db, now())]);
    },
    { pauseMs: SWEEP_PAUSE_MS, onFailed: (err) => log.warn({ err }, 'sweep failed') },
  );

const passwordSetter =
  (managed: ReturnType<typeof makeHosts>) =>
  async (hostCode: HostCode, password: string, operator: string): Promise<void> => {
    await managed.change(hostCode, { password }, operator);
  };

/**
 * Opens what all features of the API share, and the features that need neither the file service nor the
 * queue.
 */
export async function openApiCore(parts: CoreParts): Promise<ApiCore> {
  const { db, log, now } = parts;
  const wireKey = await sharedSecret(db, 'wire-key');
  const captcha = makeCaptcha({ ...parts, key: await sharedSecret(db, 'captcha-key') });
  if (parts.firstKey !== undefined) await ensureFirstKey(db, parts.firstKey);

  const sessions = new SessionStore(db, {
    now,
    onWriteFailed: (err) => log.warn({ err }, 'activity not written'),
  });
  const hosts = new LiveHosts(db);
  const lists = new LiveTaskLists(db);
  const metrics = makeMetrics(parts);
  const config = { ...parts.config, wireKey };
  const shared = { ...parts, ...parts.registry, sessions, hosts, lists, config, metrics: metrics.remotes };
  const registry = await openRegistry(shared);
  const feed = await followChanges(parts.url, [sessions, hosts, lists, registry]);

  const cookie = sessionCookie(parts.servesTls);
  const delay = makeLoginDelay(parts);
  const codes = makeCodeStore(parts);
  const managed = makeHosts(parts);
  const tasks = makeTaskStore(db);
  const featureParts: CoreFeatureParts = {
    ...shared,
    registry,
    captcha,
    cookie,
    delay,
    codes,
    managed,
    store: tasks,
    setPassword: passwordSetter(managed),
    wireKey: Buffer.from(wireKey, 'base64'),
    settings: makeSiteSettings(parts),
    record: makeOperationLog(db),
    sources: needSources(parts),
    verifyWays: ({ scope: { host }, session }) =>
      verifyWays({ contact: host.contact, session, channels: parts.channels }),
  };
  const sweeping = sweepRows(parts, { sessions, delay, codes });

  return {
    handlers: coreHandlers(featureParts),
    provider: coreProviderHandlers({ ...parts, registry, hosts: managed }),
    gate: gateOf(parts, { cookie, sessions, hosts, tasks, verify: makeVerifier(featureParts) }),
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
      await sweeping.stop();
      await feed.close();
      await registry.close();
      await sessions.settled();
    },
  };
}

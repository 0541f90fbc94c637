import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toolPoolCommand, writeToolPool, type ToolPool } from '#system/admin-tool/pool';
import type { Command } from '#system/process/exec';
import { serveFtp, type FtpDaemon } from '#system/ftp/daemon';
import { ensureReadOnlyView } from '#system/ftp/read-only-view';
import { apiIdentity, mailIdentity, type Identity, type Isolation } from '#system/process/identity';
import { mariadbCommand, type MariadbPlan } from '#system/mariadb/instance/instance';
import type { NginxEngine } from '#system/nginx/engine';
import { removeSockets, serveCommand, type Instance } from '#system/nginx/instance';
import { servedGeneration } from '#system/nginx/reload';
import { livingPid } from '#system/process/pid-file';
import type { Paths } from '#system/settings/paths';
import {
  clearStalePid,
  postgresCommand,
  postgresUrl,
  waitForPostgres,
  type PostgresPlan,
} from '#system/postgres/postgres';
import type { Settings } from '#system/settings/settings';
import { sendStart, type ProcessStart } from '#links/process-start';
import { withSocketActivation } from '../listeners/socket-activation';
import { acceptsConnections, repliesOk, sendsGreeting } from './health';
import { FIRST_INHERITED, inheritedAs, type Part } from './part';
import { UnixListener } from '../listeners/unix-listener';

export const postgresPart = (plan: PostgresPlan): Part => ({
  name: 'postgres',
  command: postgresCommand(plan),
  ...(plan.identity && { identity: plan.identity }),
  mark: plan.data,
  prepare: () => clearStalePid(plan),
  isHealthy: () =>
    waitForPostgres(postgresUrl(plan, 'postgres'), 0).then(
      () => true,
      () => false,
    ),
  // Fast shutdown: SIGTERM would wait for every client to leave.
  stopSignal: 'SIGINT',
  stopMs: 20_000,
});

/** Every site connects to the socket, each as its own database user. */
const OPEN_TO_ALL = 0o777;

/**
 * The first start creates its data directory. A MariaDB that inherits listeners opens none of its own, so it gets its
 * unix socket too. That socket is opened again at each start, so that clients don't wait on it while the server is
 * down.
 */
export function mariadbPart(plan: MariadbPlan, listeners: readonly number[]): Part {
  const socket = new UnixListener({ path: plan.socket, mode: OPEN_TO_ALL });
  const descriptors = () => [...listeners, socket.descriptor];
  return {
    name: 'mariadb',
    command: withSocketActivation(mariadbCommand(plan)),
    ...(plan.identity && { identity: plan.identity }),
    mark: plan.data,
    env: { LISTEN_FDS: String(listeners.length + 1) },
    prepare: () => socket.open(),
    descriptors,
    isHealthy: () => sendsGreeting({ path: plan.socket }, ''),
    stopSignal: 'SIGTERM',
    stopMs: 20_000,
  };
}

/**
 * @param listeners every TCP listener of its configuration: nginx closes inherited ones that the configuration does not
 * name
 */
export function nginxPart(engine: NginxEngine, instance: Instance, listeners: readonly number[]): Part {
  return {
    name: `nginx-${instance.name}`,
    command: serveCommand(engine, instance),
    mark: instance.folder,
    // nginx uses this variable to pass its listeners on when its binary is replaced.
    env: {
      NGINX: inheritedAs(listeners)
        .map((number) => `${number};`)
        .join(''),
    },
    descriptors: () => listeners,
    prepare: () => removeSockets(instance),
    isHealthy: async () => (await servedGeneration(instance)) !== undefined,
    stopSignal: 'SIGTERM',
    stopMs: 5000,
  };
}

export function toolPart(pool: ToolPool): Part {
  const { folder, pidFile } = pool.places.tool;
  return {
    name: 'admin-tool',
    command: toolPoolCommand(pool),
    mark: folder,
    prepare: async () => {
      await rm(pidFile, { force: true });
      await writeToolPool(pool);
    },
    isHealthy: async () => (await livingPid(pidFile, folder)) !== undefined,
    stopSignal: 'SIGTERM',
    stopMs: 5000,
  };
}

/**
 * Random, so that no tenant can guess it and pass a program off as ours. The next start reads it from the part's
 * record.
 */
const newMark = (name: string) => `${name}@${randomBytes(16).toString('hex')}`;

/** 421 is healthy too: the server is full, and restarting it would end every session. */
const ANY_GREETING = '';

async function ftpReplies({ engine, places, settings }: FtpDaemon): Promise<boolean> {
  const at = { host: settings.FTP_BIND ?? '127.0.0.1', port: settings.FTP_PORT };
  if (!(await sendsGreeting(at, ANY_GREETING))) return false;
  const pid = await livingPid(places.ftp.pidFile, places.ftp.pidFile);
  if (pid === undefined) return false;
  if (engine.view) await ensureReadOnlyView(engine.view, pid, places);
  return true;
}

/** @param listeners one descriptor: the server accepts on a single socket */
export const ftpPart = (daemon: FtpDaemon, listeners: readonly number[]): Part => ({
  name: 'ftp',
  command: serveFtp(daemon, FIRST_INHERITED),
  mark: daemon.places.ftp.pidFile,
  // Identifies sessions whose server was killed.
  programMark: newMark('ftp'),
  descriptors: () => listeners,
  prepare: () => rm(daemon.places.ftp.pidFile, { force: true }),
  isHealthy: () => ftpReplies(daemon),
  stopSignal: 'SIGTERM',
  stopMs: 5000,
});

/** Heap limit of each process of the product, MB: far above its need, so that a leak ends the process and not the machine. */
const HEAP_MB = { api: 512, worker: 384, files: 256, php: 256, mail: 128 } as const;
type ProcessName = keyof typeof HEAP_MB;

/**
 * The young generation decides what a process at rest keeps; ours make little garbage at a time. `--single-threaded-gc`
 * would save more, but costs a busy API a third of its speed.
 */
const nodeCommand = (node: string, name: ProcessName, bundle: string): Command => ({
  file: node,
  args: [`--max-old-space-size=${HEAP_MB[name]}`, '--max-semi-space-size=4', join(bundle, `${name}.mjs`)],
});

const DATABASE_MS = 20_000;

interface OwnProcess {
  readonly name: ProcessName;
  readonly node: string;
  readonly start: ProcessStart;
  readonly places: Paths;
  readonly isHealthy: () => Promise<boolean>;
  readonly identity?: Identity;
}

const ownPart = ({ name, node, start, places, isHealthy, identity }: OwnProcess): Part => ({
  name,
  command: nodeCommand(node, name, start.bundle),
  mark: places.bundles,
  programMark: newMark(name),
  input: sendStart(start),
  // Waits for a restarting database: a process that died of its absence several times would be restarted later.
  prepare: () => waitForPostgres(start.databaseUrl, DATABASE_MS).catch(() => undefined),
  isHealthy,
  stopSignal: 'SIGTERM',
  stopMs: 12_000,
  ...(identity && { identity }),
});

export interface OwnPlan {
  /** Program that other uids may execute. */
  readonly node: string;
  readonly start: ProcessStart;
  readonly places: Paths;
  readonly isolation: Isolation;
}

export const workerPart = (plan: OwnPlan): Part =>
  ownPart({ ...plan, name: 'worker', isHealthy: () => acceptsConnections(plan.places.workerSocket) });

export const filesPart = (plan: OwnPlan): Part =>
  ownPart({ ...plan, name: 'files', isHealthy: () => acceptsConnections(plan.places.filesSocket) });

/** Needs no database: sites are served with their last configuration while it starts. */
export function phpPart(plan: OwnPlan): Part {
  const isHealthy = () => acceptsConnections(plan.places.phpControl);
  const { prepare: _, ...part } = ownPart({ ...plan, name: 'php', isHealthy });
  return part;
}

/** Settings with secrets that the mail process, which reads what sites wrote, has no use for. */
const NOT_FOR_MAIL = [
  ...(['DATABASE_URL', 'MYSQL_URL', 'SITEDECK_PROVIDER_KEY', 'SITEDECK_DEMO_PASSWORD'] as const),
  ...(['SMTP_URL', 'SMS_WEBHOOK_TOKEN', 'ICP_LOOKUP_TOKEN', 'SUGGEST_KEY', 'ACME_EAB_KEY'] as const),
];

/** Needs no database. Gets the login at the relay, and no other secret. */
export function mailPart(plan: OwnPlan, { MAIL_RELAY }: Pick<Settings, 'MAIL_RELAY'>): Part {
  const isHealthy = () => acceptsConnections(plan.places.mail.alive);
  const none = Object.fromEntries(NOT_FOR_MAIL.map((name) => [name, undefined]));
  const settings = { ...plan.start.settings, ...none, MAIL_RELAY };
  const { prepare: _, ...part } = ownPart({
    ...plan,
    name: 'mail',
    start: { ...plan.start, settings, providerKey: '' },
    isHealthy,
    ...(plan.isolation.is === 'separate' && { identity: mailIdentity(plan.isolation) }),
  });
  return part;
}

export interface ApiListeners {
  readonly provider: readonly number[];
  /** Certificate of the console, if no nginx is in front. */
  readonly browsers: readonly number[];
}

export function apiPart(plan: OwnPlan, { provider, browsers }: ApiListeners): Part {
  const descriptors = [...provider, ...browsers];
  const numbers = inheritedAs(descriptors);
  const listeners = {
    provider: numbers.slice(0, provider.length),
    browsers: numbers.slice(provider.length),
  };
  const part = ownPart({
    ...plan,
    name: 'api',
    start: { ...plan.start, listeners },
    isHealthy: () => repliesOk(plan.places.apiSocket, '/healthz'),
    ...(plan.isolation.is === 'separate' && { identity: apiIdentity(plan.isolation) }),
  });
  return { ...part, descriptors: () => descriptors };
}

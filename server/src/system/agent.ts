import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode, MimeMapping, RuleTest, SiteConfig } from '@sitedeck/contract';
import type { Engines } from './engines';
import type { AgentProtocol, Applied, PhpReport, RuleToTry, Runtimes } from './agent-protocol';
import { WEB_GID, type Isolation } from './identity';
import { isThere } from './is-there';
import { ensureLogs, logsAreInOrder, provisionTree, removeTree, type HostTree } from './layout';
import { instanceOf } from './nginx/instance';
import { dropLeftChecks } from './generations';
import type { NginxEngine } from './nginx/engine';
import { checkNginxFiles } from './nginx/publish';
import { areInForce, publishSites, type SitesInForce } from './nginx/publish-sites';
import { readMimeTypes } from './nginx/site-mime';
import { renderSites, type SitesPlan } from './nginx/sites-conf';
import { PAGES } from './pages';
import { hostRoot, phpSocket, type Places } from './places';
import { endPools } from './php/end-pools';
import type { PhpEngine } from './php/engine';
import { oneByOne } from './one-by-one';
import { phpMasterOf } from './php/master';
import { isPoolInForce, POOLS_FILE, renderPools, type PoolsRendering } from './php/pool-conf';
import { checkPhpFiles, publishPhp } from './php/publish';
import { askReport } from './php/report';
import { wakePool } from './php/wake-pool';
import { isRefusal, refuse } from './refusal';
import type { RpcHandlers } from './rpc';
import { atRuleLine, tryRule } from './rule-test';
import { singleFlight } from './single-flight';
import type { NodeSite } from './site';

export interface AgentOptions {
  readonly places: Places;
  readonly isolation: Isolation;
  readonly engines: Engines;
  readonly listen: readonly string[];
  readonly previewDomain: string;
  readonly reserved: readonly string[];
  /** Hosts of this node, oldest first. */
  readonly loadSites: () => Promise<readonly NodeSite[]>;
  /** Ends whoever is signed in to a host by FTP. */
  readonly endFtp: (hostCode: HostCode) => Promise<void>;
}

const WEB_USER = 'www-data';

/** Keeps the engines of one node at what the database says. Runs as root, in the node's worker. */
export class NodeAgent {
  private readonly gone = new Set<HostCode>();
  /** Hosts whose trees the next run makes or mends. */
  private readonly toMend = new Set<HostCode>();
  /** Whatever touches trees and engines, one after another. */
  readonly inTurn = oneByOne();
  /** An engine is started for each. */
  private readonly oneTest = oneByOne();
  readonly applySites = singleFlight(() => this.inTurn(() => this.apply()));

  constructor(private readonly options: AgentOptions) {}

  private tree(site: NodeSite): HostTree {
    const { places, isolation } = this.options;
    return { root: hostRoot(places, site.hostCode), uid: site.uid, isolation };
  }

  private async sites(): Promise<readonly NodeSite[]> {
    return (await this.options.loadSites()).filter((site) => !this.gone.has(site.hostCode));
  }

  /** Mends every tree and brings the engines to what the database says. At the start of the node. */
  async begin(): Promise<Applied> {
    for (const site of await this.sites()) this.toMend.add(site.hostCode);
    const { places } = this.options;
    for (const folder of [instanceOf(places, 'sites').folder, phpMasterOf(places).folder])
      await dropLeftChecks(folder);
    return this.applySites();
  }

  async provisionHost(hostCode: HostCode): Promise<Applied> {
    this.gone.delete(hostCode);
    const known = (await this.sites()).some((site) => site.hostCode === hostCode);
    if (!known) return refuse('host-gone');
    this.toMend.add(hostCode);
    return this.applySites();
  }

  async removeHost(hostCode: HostCode): Promise<void> {
    this.gone.add(hostCode);
    await this.applySites();
    await this.options.endFtp(hostCode);
    const root = hostRoot(this.options.places, hostCode);
    await this.inTurn(() => removeTree(root)).catch(async () => {
      // Somebody who was signing in has written into the tree meanwhile; nobody else comes in.
      await this.options.endFtp(hostCode);
      await this.inTurn(() => removeTree(root));
    });
  }

  async restartSite(hostCode: HostCode): Promise<Applied> {
    const site = (await this.sites()).find((one) => one.hostCode === hostCode);
    if (!site) return refuse('host-gone');
    if (site.status === 'CLOSED') return refuse('site-closed');
    if (site.status === 'BLOCKING') return refuse('host-blocked');
    const applied = await this.applySites();
    if (applied.refused.some((refused) => refused.hostCode === hostCode)) return applied;
    await this.endProcesses([site]);
    if (site.language === 'PHP') await wakePool(phpSocket(this.options.places, hostCode));
    return applied;
  }

  /** One host alone, so that nobody else's configuration speaks in its answer, nor waits for it. */
  async checkSite(hostCode: HostCode, document: SiteConfig): Promise<void> {
    const site = (await this.sites()).find((one) => one.hostCode === hostCode);
    if (!site) return refuse('host-gone');
    const next: NodeSite = { ...site, ...document, unfit: undefined };
    const { places, engines } = this.options;
    if (engines.php) {
      const pools = this.pools([next]);
      refuseOwn('PHP', pools.refused);
      if (!isPoolInForce(hostCode, pools.files, await this.poolsInForce()))
        await checkPhpFiles(engines.php, phpMasterOf(places), pools.files);
    }
    if (!engines.nginx) return;
    const { files, refused } = renderSites(this.plan(engines.nginx, [next]));
    refuseOwn('nginx', refused);
    const instance = instanceOf(places, 'sites');
    if (await areInForce(instance.current, hostCode, files)) return;
    await checkNginxFiles(engines.nginx, instance, files).catch((error: unknown) => {
      throw atRuleLine(error, next, files);
    });
  }

  /** What an address leads to under the rules in force, or under a draft of them. */
  async testRule({ hostCode, content, url }: RuleToTry): Promise<RuleTest> {
    const site = (await this.sites()).find((one) => one.hostCode === hostCode);
    if (!site) return refuse('host-gone');
    const { nginx } = this.options.engines;
    if (!nginx) return refuse('engine-down');
    const rewrite = content === undefined ? site.rewrite : { id: null, name: 'draft', content };
    const tried: NodeSite = { ...site, rewrite, status: 'NORMAL' };
    return this.oneTest(() => tryRule({ engine: nginx, plan: this.plan(nginx, [tried]), site: tried, url }));
  }

  async phpReport(hostCode: HostCode): Promise<PhpReport> {
    const { places, engines } = this.options;
    const site = (await this.sites()).find((one) => one.hostCode === hostCode);
    if (!site) return refuse('host-gone');
    if (!engines.php || site.language !== 'PHP') return refuse('engine-down');
    const { current } = phpMasterOf(places);
    return askReport({
      site,
      socket: phpSocket(places, hostCode),
      root: hostRoot(places, hostCode),
      current,
    });
  }

  runtimes(): Runtimes {
    // No engine for .NET is known yet: its programs run nowhere.
    return { PHP: this.options.engines.php?.version ?? null, NET: null };
  }

  private async endProcesses(sites: readonly NodeSite[]): Promise<void> {
    const { places, engines, isolation } = this.options;
    if (!engines.php) return;
    const uidOf = (site: NodeSite) => (isolation.is === 'separate' ? site.uid : undefined);
    const pools = sites.map((site) => ({ hostCode: site.hostCode, uid: uidOf(site) }));
    await endPools(phpMasterOf(places), pools);
  }

  private async apply(): Promise<Applied> {
    const sites = await this.sites();
    for (const site of sites) await this.mend(site);
    const php = await this.applyPools(sites);
    const nginx = await this.applyServers(sites);
    const refused = refusedHosts([...php.refused, ...nginx.refused]);
    // What a visitor began before runs on for minutes; nobody is served by it any more.
    await this.endProcesses(sites.filter((site) => site.status !== 'NORMAL'));
    return { hosts: sites.length, changed: php.changed || nginx.changed, refused };
  }

  /** The engines open a host's logs as root at every reload: these are put in order each time. */
  private async mend(site: NodeSite): Promise<void> {
    const tree = this.tree(site);
    const isNew = this.toMend.delete(site.hostCode);
    if (!isNew && logsAreInOrder(tree)) return;
    if (!isNew && (await isThere(tree.root))) return ensureLogs(tree);
    await provisionTree(tree);
  }

  private pools(sites: readonly NodeSite[], inForce?: string): PoolsRendering {
    const { places, isolation } = this.options;
    const socket = (site: NodeSite) => phpSocket(places, site.hostCode);
    const webGroup = isolation.is === 'separate' ? WEB_GID : undefined;
    const plan = { ...phpMasterOf(places), hostsFolder: places.hosts, socket, webGroup, sites };
    return renderPools(plan, inForce);
  }

  private poolsInForce(): Promise<string> {
    const { current } = phpMasterOf(this.options.places);
    return readFile(join(current, POOLS_FILE), 'utf8').catch(() => '');
  }

  private async applyPools(
    sites: readonly NodeSite[],
  ): Promise<Pick<PoolsRendering, 'refused'> & { changed: boolean }> {
    const { places, engines } = this.options;
    if (!engines.php) return { changed: false, refused: [] };
    const master = phpMasterOf(places);
    const inForce = await this.poolsInForce();
    const { php } = engines;
    const publish = async (all: readonly NodeSite[]) => {
      const { files, refused } = this.pools(all, inForce);
      return { changed: await publishPhp(php, master, files), refused };
    };
    return publish(sites).catch(async (error: unknown) => {
      if (!isRefusal(error)) throw error;
      const looked: NodeSite[] = [];
      for (const site of sites) looked.push(await this.withPoolChecked(php, site));
      // Nobody alone is at fault.
      if (looked.every(({ unfit }, index) => unfit === sites[index]?.unfit)) throw error;
      return publish(looked);
    });
  }

  /** The engine refused all pools together: does it take this one alone? */
  private async withPoolChecked(php: PhpEngine, site: NodeSite): Promise<NodeSite> {
    const { files, refused } = this.pools([site]);
    if (refused.length > 0) return site;
    try {
      await checkPhpFiles(php, phpMasterOf(this.options.places), files);
      return site;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const reason = error.detail.values?.['reason'];
      return { ...site, unfit: typeof reason === 'string' ? reason : error.reason };
    }
  }

  private plan(nginx: NginxEngine, sites: readonly NodeSite[]): SitesPlan {
    const { places, engines, isolation, listen, previewDomain, reserved } = this.options;
    return {
      engine: nginx,
      instance: instanceOf(places, 'sites'),
      workerUser: isolation.is === 'separate' ? WEB_USER : undefined,
      listen,
      previewDomain,
      reserved,
      hostsFolder: places.hosts,
      pagesFolder: join(places.nginx.sites, 'pages'),
      phpSocket: engines.php && ((site) => phpSocket(places, site.hostCode)),
      sites,
    };
  }

  private async applyServers(sites: readonly NodeSite[]): Promise<SitesInForce> {
    const { places, engines } = this.options;
    if (!engines.nginx) return { changed: false, refused: [] };
    await writePages(join(places.nginx.sites, 'pages'));
    const rendering = renderSites(this.plan(engines.nginx, sites));
    return publishSites(engines.nginx, instanceOf(places, 'sites'), { sites, rendering });
  }

  /** The engine's own media types by extension; none where there is no engine. */
  async mimeTypes(): Promise<readonly MimeMapping[]> {
    const { nginx } = this.options.engines;
    return nginx ? readMimeTypes(await readFile(nginx.mimeTypes, 'utf8')) : [];
  }

  handlers(): Omit<RpcHandlers<AgentProtocol>, 'countVisits' | 'endFtp'> {
    return {
      provisionHost: ({ hostCode }) => this.provisionHost(hostCode),
      removeHost: async ({ hostCode }) => {
        await this.removeHost(hostCode);
        return {};
      },
      applySites: () => this.applySites(),
      checkSite: async ({ hostCode, document }) => {
        await this.checkSite(hostCode, document);
        return {};
      },
      restartSite: ({ hostCode }) => this.restartSite(hostCode),
      runtimes: () => Promise.resolve(this.runtimes()),
      testRule: (asked) => this.testRule(asked),
      phpReport: ({ hostCode }) => this.phpReport(hostCode),
      mimeTypes: async () => ({ types: [...(await this.mimeTypes())] }),
    };
  }
}

type Refused = PoolsRendering['refused'];

function refuseOwn(engine: string, [first]: Refused): void {
  if (first) refuse('config-refused', { values: { engine, reason: first.reason } });
}

/** Each host once, with the reason that came first. */
function refusedHosts(refused: Refused): Applied['refused'] {
  const first = new Map<HostCode, string>();
  for (const { site, reason } of refused) if (!first.has(site.hostCode)) first.set(site.hostCode, reason);
  return [...first].map(([hostCode, reason]) => ({ hostCode, reason }));
}

async function writePages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  for (const [name, text] of Object.entries(PAGES)) {
    const file = join(folder, `${name}.html`);
    // Visitors read it meanwhile.
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue;
    await writeFile(file, text, { mode: 0o644 });
  }
}

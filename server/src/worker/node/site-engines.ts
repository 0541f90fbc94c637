import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { ApplyReport } from '#links/worker-protocol';
import { dropLeftChecks } from '#system/disk/generations';
import {
  pagesFolder,
  poolsInForce,
  renderNodePools,
  sitesPlan,
  type RefusedPools,
  type NodeSetup,
} from '#system/site/node-plan';
import type { EdgeCache } from '#system/edge/edge-cache';
import { readLiveEdges } from '#system/edge/live-edges';
import { hasApp, MonoApps } from '#system/mono/apps';
import { instanceOf } from '#system/nginx/instance';
import { publishSites, type SitesInForce } from '#system/nginx/sites/publish-sites';
import { renderSites } from '#system/nginx/sites/sites-conf';
import { PAGES } from '#system/site/pages';
import type { PhpEngine } from '#system/php/engine';
import { phpConfiguration } from '#system/php/configuration';
import { checkPhpFiles, publishPhp } from '#system/php/publish';
import { writeReportScript } from '#system/php/report-script';
import { isRefusal } from '#faults/refusal';
import type { NodeSite } from '#system/site/site';

/** Makes nginx, php-fpm and Mono serve the sites of a node. */
export class SiteEngines {
  private readonly mono: MonoApps | undefined;

  constructor(
    private readonly setup: NodeSetup,
    private readonly edge: EdgeCache,
  ) {
    const { mono: engine, cages } = setup.engines;
    this.mono = engine && new MonoApps({ ...setup, engine, cages });
  }

  /** Removes what the checks of a killed worker left. Call before any check. */
  async dropLeftovers(): Promise<void> {
    const { places } = this.setup;
    for (const folder of [instanceOf(places, 'sites').folder, phpConfiguration(places).folder])
      await dropLeftChecks(folder);
  }

  /** Applies all sites of the node; hosts that are not among them are no longer served. */
  async apply(sites: readonly NodeSite[]): Promise<ApplyReport> {
    const php = await this.applyPools(sites.filter((site) => site.status === 'NORMAL'));
    const withApp = sites.filter(hasApp);
    // Before nginx, which connects to these listeners.
    const net = (await this.mono?.open(withApp)) ?? [];
    const nginx = await this.applyServers(sites);
    const refused = refusedHosts([...php.refused, ...net, ...nginx.refused]);
    // After nginx, which no longer asks them. Scripts of a closed site may run for minutes.
    if (this.setup.engines.php) await this.setup.php.endOthers();
    await this.mono?.keepOnly(withApp);
    return { hosts: sites.length, changed: php.changed || nginx.changed, refused };
  }

  /** Ends the running processes of a site; the next visitor starts it again. */
  async endProcesses(site: NodeSite): Promise<void> {
    if (this.setup.engines.php) await this.setup.php.restart(site.hostCode);
    await this.mono?.restart(site.hostCode);
  }

  /** Has the programs of a host follow its share, as far as they read it only when they start. */
  async followShare(hostCode: HostCode): Promise<void> {
    await this.mono?.followShare(hostCode);
  }

  /** Ends servers that would outlive this process. */
  async close(): Promise<void> {
    await this.mono?.close();
  }

  private async applyPools(sites: readonly NodeSite[]): Promise<SitesInForce> {
    const { places, engines } = this.setup;
    const { php } = engines;
    if (!php) return { changed: false, refused: [] };
    await writeReportScript(places.phpReport);
    const inForce = await poolsInForce(places);
    const publish = async (all: readonly NodeSite[]) => {
      const { files, refused } = renderNodePools(this.setup, all, inForce);
      return { changed: await publishPhp(php, phpConfiguration(places), files), refused };
    };
    const published = await publish(sites).catch(async (error: unknown) => {
      if (!isRefusal(error)) throw error;
      const checked: NodeSite[] = [];
      for (const site of sites) checked.push(await this.withPoolChecked(php, site));
      // Every pool alone was accepted, so none can be blamed.
      if (checked.every(({ unfit }, index) => unfit === sites[index]?.unfit)) throw error;
      return publish(checked);
    });
    return { ...published, refused: [...published.refused, ...(await this.openPhp(sites))] };
  }

  /** Opens the PHP of each host. Returns the hosts whose new settings are not in force. */
  private async openPhp(sites: readonly NodeSite[]): Promise<RefusedPools> {
    const failed = new Map((await this.setup.php.open()).map(({ hostCode, detail }) => [hostCode, detail]));
    return sites.flatMap((site) => {
      const reason = failed.get(site.hostCode);
      return reason === undefined ? [] : [{ site, reason }];
    });
  }

  /** php-fpm refused all pools together: checks this one alone. */
  private async withPoolChecked(php: PhpEngine, site: NodeSite): Promise<NodeSite> {
    const { files, refused } = renderNodePools(this.setup, [site]);
    if (refused.length > 0) return site;
    try {
      await checkPhpFiles(php, phpConfiguration(this.setup.places), files);
      return site;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const detail = error.detail.values?.['detail'];
      return { ...site, unfit: typeof detail === 'string' ? detail : error.reason };
    }
  }

  private async applyServers(sites: readonly NodeSite[]): Promise<SitesInForce> {
    const { places, engines } = this.setup;
    if (!engines.nginx) return { changed: false, refused: [] };
    await writePages(pagesFolder(places));
    const rendering = renderSites(sitesPlan(this.setup, engines.nginx, sites));
    const instance = instanceOf(places, 'sites');
    const inForce = await publishSites(engines.nginx, instance, { sites, rendering });
    // Also if nothing changed: the process that changed it may have been killed before this.
    await this.edge.purgeOutdated(await readLiveEdges(instance.current));
    return inForce;
  }
}

/** Lists each refused host once, with its first reason. */
function refusedHosts(refused: RefusedPools): ApplyReport['refused'] {
  const first = new Map<HostCode, string>();
  for (const { site, reason } of refused) if (!first.has(site.hostCode)) first.set(site.hostCode, reason);
  return [...first].map(([hostCode, reason]) => ({ hostCode, reason }));
}

async function writePages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  for (const [name, text] of Object.entries(PAGES)) {
    const file = join(folder, `${name}.html`);
    // Visitors read the file meanwhile, so an unchanged one is not written again.
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue;
    await writeFile(file, text, { mode: 0o644 });
  }
}

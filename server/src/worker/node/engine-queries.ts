import { readFile } from 'node:fs/promises';
import type { HostCode, MimeMapping, RuleTest, SiteConfig } from '@sitedeck/contract';
import type { PhpReport, RuleToTry, Runtimes } from '#links/worker-protocol';
import {
  poolsInForce,
  renderNodePools,
  refuseFirst,
  sitesPlan,
  type NodeSetup,
} from '#system/site/node-plan';
import { instanceOf } from '#system/nginx/instance';
import { checkNginxFiles } from '#system/nginx/publish';
import { areInForce } from '#system/nginx/sites/publish-sites';
import { readMimeTypes } from '#system/nginx/sites/site-mime';
import { renderSites } from '#system/nginx/sites/sites-conf';
import { phpConfiguration } from '#system/php/configuration';
import { isPoolInForce } from '#system/php/pool-conf';
import { checkPhpFiles } from '#system/php/publish';
import { requestReport } from '#system/php/report';
import { hostRoot, phpDoor } from '#system/settings/paths';
import { refuse } from '#faults/refusal';
import { withRuleLine, testSiteRules } from '#system/nginx/rule-test/test-site-rules';
import type { NodeSite, SiteCertificate } from '#system/site/site';
import { makeFairQueue } from '#system/concurrency/queue';

const QUERIES_AT_ONCE = 3;
/** Limit of running and waiting queries per host: the editor sends one while the owner types. */
const QUERIES_PER_HOST = 20;

/** Queries about one host that leave the live engines unchanged. Each refuses with `host-gone`. */
export class EngineQueries {
  /** Each query starts an engine, so only a few run at once, shared fairly among hosts. */
  private readonly inTurn = makeFairQueue(QUERIES_AT_ONCE, QUERIES_PER_HOST);

  constructor(
    private readonly setup: NodeSetup,
    private readonly readNodeSites: () => Promise<readonly NodeSite[]>,
  ) {}

  private async site(hostCode: HostCode): Promise<NodeSite> {
    const site = (await this.readNodeSites()).find((one) => one.hostCode === hostCode);
    return site ?? refuse('host-gone');
  }

  /** Checks one host alone: configurations of other hosts neither affect the reply nor wait for it. */
  async checkSite(hostCode: HostCode, document: SiteConfig): Promise<void> {
    const next: NodeSite = { ...(await this.site(hostCode)), ...document, unfit: undefined };
    await this.inTurn(hostCode, async () => {
      await this.checkPool(next);
      await this.checkServer(next);
    });
  }

  /** Has the web server load a stored certificate, under its own names. Refuses with `config-refused`. */
  async checkCertificate(hostCode: HostCode, certificate: SiteCertificate): Promise<void> {
    const site = await this.site(hostCode);
    const next: NodeSite = { ...site, domains: certificate.names, certificates: [certificate], names: [] };
    await this.inTurn(hostCode, () => this.checkServer(next));
  }

  private async checkPool(next: NodeSite): Promise<void> {
    const { places, engines } = this.setup;
    if (!engines.php) return;
    const { files, refused } = renderNodePools(this.setup, [next]);
    refuseFirst('PHP', refused);
    if (isPoolInForce(next.hostCode, files, await poolsInForce(places))) return;
    await checkPhpFiles(engines.php, phpConfiguration(places), files);
  }

  private async checkServer(next: NodeSite): Promise<void> {
    const { places, engines } = this.setup;
    if (!engines.nginx) return;
    const { files, refused } = renderSites(sitesPlan(this.setup, engines.nginx, [next]));
    refuseFirst('nginx', refused);
    const instance = instanceOf(places, 'sites');
    if (await areInForce(instance.current, next.hostCode, files)) return;
    await checkNginxFiles(engines.nginx, instance, files).catch((error: unknown) => {
      throw withRuleLine(error, next, files);
    });
  }

  /** Tests an address with the rules in force, or with a draft. */
  async testRule({ hostCode, content, url }: RuleToTry): Promise<RuleTest> {
    const site = await this.site(hostCode);
    const { nginx } = this.setup.engines;
    if (!nginx) return refuse('engine-down');
    const rewrite = content === undefined ? site.rewrite : { id: null, name: 'draft', content };
    const tried: NodeSite = { ...site, rewrite, status: 'NORMAL' };
    const plan = sitesPlan(this.setup, nginx, [tried]);
    return this.inTurn(hostCode, () => testSiteRules({ engine: nginx, plan, site: tried, url }));
  }

  async phpReport(hostCode: HostCode): Promise<PhpReport> {
    const { places, engines } = this.setup;
    const site = await this.site(hostCode);
    if (!engines.php || site.language !== 'PHP') return refuse('engine-down');
    const socket = phpDoor(places, hostCode);
    const root = hostRoot(places, hostCode);
    return this.inTurn(hostCode, () => requestReport({ site, socket, root, reportFolder: places.phpReport }));
  }

  runtimes(): Runtimes {
    const { php, mono } = this.setup.engines;
    return { PHP: php?.version ?? null, NET: mono?.version ?? null };
  }

  /** The web server's own media types by extension; empty without a web server. */
  async mimeTypes(): Promise<readonly MimeMapping[]> {
    const { nginx } = this.setup.engines;
    return nginx ? readMimeTypes(await readFile(nginx.mimeTypes, 'utf8')) : [];
  }
}

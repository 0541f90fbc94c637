import { readFile } from 'node:fs/promises';
import type { HostCode, MimeMapping, RuleTest, SiteConfig } from '@sitedeck/contract';
import type { PhpReport, RuleToTry, Runtimes } from '#links/agent-protocol';
import { poolsInForce, poolsOf, refuseOwn, sitesPlan, type Surroundings } from '#system/site/node-plan';
import { instanceOf } from '#system/nginx/instance';
import { checkNginxFiles } from '#system/nginx/publish';
import { areInForce } from '#system/nginx/sites/publish-sites';
import { readMimeTypes } from '#system/nginx/sites/site-mime';
import { renderSites } from '#system/nginx/sites/sites-conf';
import { phpMasterOf } from '#system/php/master';
import { isPoolInForce } from '#system/php/pool-conf';
import { checkPhpFiles } from '#system/php/publish';
import { askReport } from '#system/php/report';
import { hostRoot, phpSocket } from '#system/settings/paths';
import { refuse } from '#faults/refusal';
import { atRuleLine, tryRule } from './rule-test';
import type { NodeSite } from '#system/site/site';
import { makeFairQueue } from '#system/concurrency/queue';

const QUESTIONS_AT_ONCE = 3;
/** Under way and waiting: an editor asks as one types. */
const QUESTIONS_OF_HOST = 20;

/** What is asked about one host: the engines in force stay as they are. Each refuses `host-gone`. */
export class SiteQuestions {
  /** An engine is started for each: a few at once, and each host its own share of them. */
  private readonly asked = makeFairQueue(QUESTIONS_AT_ONCE, QUESTIONS_OF_HOST);

  constructor(
    private readonly around: Surroundings,
    private readonly known: () => Promise<readonly NodeSite[]>,
  ) {}

  private async site(hostCode: HostCode): Promise<NodeSite> {
    const site = (await this.known()).find((one) => one.hostCode === hostCode);
    return site ?? refuse('host-gone');
  }

  /** One host alone, so that nobody else's configuration speaks in its answer, nor waits for it. */
  async checkSite(hostCode: HostCode, document: SiteConfig): Promise<void> {
    const next: NodeSite = { ...(await this.site(hostCode)), ...document, unfit: undefined };
    await this.asked(hostCode, async () => {
      await this.checkPool(next);
      await this.checkServer(next);
    });
  }

  private async checkPool(next: NodeSite): Promise<void> {
    const { places, engines } = this.around;
    if (!engines.php) return;
    const { files, refused } = poolsOf(this.around, [next]);
    refuseOwn('PHP', refused);
    if (isPoolInForce(next.hostCode, files, await poolsInForce(places))) return;
    await checkPhpFiles(engines.php, phpMasterOf(places), files);
  }

  private async checkServer(next: NodeSite): Promise<void> {
    const { places, engines } = this.around;
    if (!engines.nginx) return;
    const { files, refused } = renderSites(sitesPlan(this.around, engines.nginx, [next]));
    refuseOwn('nginx', refused);
    const instance = instanceOf(places, 'sites');
    if (await areInForce(instance.current, next.hostCode, files)) return;
    await checkNginxFiles(engines.nginx, instance, files).catch((error: unknown) => {
      throw atRuleLine(error, next, files);
    });
  }

  /** What an address leads to under the rules in force, or under a draft of them. */
  async testRule({ hostCode, content, url }: RuleToTry): Promise<RuleTest> {
    const site = await this.site(hostCode);
    const { nginx } = this.around.engines;
    if (!nginx) return refuse('engine-down');
    const rewrite = content === undefined ? site.rewrite : { id: null, name: 'draft', content };
    const tried: NodeSite = { ...site, rewrite, status: 'NORMAL' };
    const plan = sitesPlan(this.around, nginx, [tried]);
    return this.asked(hostCode, () => tryRule({ engine: nginx, plan, site: tried, url }));
  }

  async phpReport(hostCode: HostCode): Promise<PhpReport> {
    const { places, engines } = this.around;
    const site = await this.site(hostCode);
    if (!engines.php || site.language !== 'PHP') return refuse('engine-down');
    const socket = phpSocket(places, hostCode);
    const root = hostRoot(places, hostCode);
    return this.asked(hostCode, () => askReport({ site, socket, root, reportFolder: places.phpReport }));
  }

  runtimes(): Runtimes {
    const { php, mono } = this.around.engines;
    return { PHP: php?.version ?? null, NET: mono?.version ?? null };
  }

  /** The engine's own media types by extension; none where there is no engine. */
  async mimeTypes(): Promise<readonly MimeMapping[]> {
    const { nginx } = this.around.engines;
    return nginx ? readMimeTypes(await readFile(nginx.mimeTypes, 'utf8')) : [];
  }
}

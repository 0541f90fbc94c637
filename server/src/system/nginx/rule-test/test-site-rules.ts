import type { RuleTest } from '@sitedeck/contract';
import type { ConfigFiles } from '#system/disk/generations';
import type { NginxEngine } from '../engine';
import { bodyFile } from '../sites/host-conf-files';
import { assignNames } from '../sites/server-names';
import { siteIncludes, siteMaps, tracedSiteConf } from '../sites/sites-conf';
import type { SitesPlan } from '../sites/sites-plan';
import { rewriteConf } from '../sites/site-rewrite';
import { TestFailed, testUrl } from './test-url';
import { isRefusal, Refusal } from '#faults/refusal';
import type { NodeSite } from '#system/site/site';

export interface SiteRuleTest {
  readonly engine: NginxEngine;
  /** The node's plan, with this site alone. */
  readonly plan: SitesPlan;
  /** The site with the rules to test. */
  readonly site: NodeSite;
  readonly url: string;
}

const HOST = /^https?:\/\/([^/?#:]+)/i;

/** The address's host name if the site has that name, else the site's first name. */
function hostOf(url: string, names: readonly string[]): string {
  const requestedHost = HOST.exec(url)?.[1]?.toLowerCase();
  const first = names[0] ?? 'localhost';
  return requestedHost !== undefined && names.includes(requestedHost) ? requestedHost : first;
}

/** Tests an address with the rules of a site in a separate nginx. Refuses with `config-refused` or `rule-test-failed`. */
export async function testSiteRules({ engine, plan, site, url }: SiteRuleTest): Promise<RuleTest> {
  const names = assignNames([site], plan)(site);
  const text = site.rewrite?.content ?? '';
  try {
    const { result: outcome, ...test } = await testUrl({
      engine,
      workerUser: plan.workerUser,
      text,
      url,
      host: hostOf(url, names),
      http: siteMaps,
      files: siteIncludes,
      siteConf: ({ listen, phpSocket }) =>
        tracedSiteConf(
          {
            ...plan,
            listen: [listen],
            phpSockets: plan.phpSockets && (() => ({ entrance: phpSocket, door: phpSocket })),
            dotNetSocket: plan.dotNetSocket && (() => phpSocket),
          },
          site,
          names,
        ),
    });
    return { ...test, steps: [...test.steps], outcome };
  } catch (error) {
    if (error instanceof TestFailed) throw new Refusal('rule-test-failed', { values: { why: error.reason } });
    throw error;
  }
}

const LINE = /hosts\/[a-z0-9]+\.site:(\d+)/;

/** Adds the line of the owner's rules to a refusal of nginx, if it names one. */
export function withRuleLine(error: unknown, { hostCode, rewrite }: NodeSite, files: ConfigFiles): unknown {
  if (!isRefusal(error) || error.reason !== 'config-refused') return error;
  const { values } = error.detail;
  const detail = values?.['detail'];
  const line = typeof detail === 'string' ? LINE.exec(detail)?.[1] : undefined;
  const text = files.get(bodyFile(hostCode));
  if (line === undefined || text === undefined) return error;
  const own = rewriteConf(rewrite, { mode: 'serve' }).lineOf(text, Number(line));
  return own === undefined ? error : new Refusal('config-refused', { values: { ...values, line: own } });
}

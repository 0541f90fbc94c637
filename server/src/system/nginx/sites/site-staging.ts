import { join } from 'node:path';
import { STAGING_NAME } from '#system/site/host-entries';
import type { NodeSite } from '#system/site/site';
import { conf, NOTHING, UnsafeValue, type Conf } from '../conf';
import { stagingFile, stagingLoginFile, type RenderedStaging } from './host-conf-files';
import { stagingName } from './server-names';
import { bodyConf } from './site-body';
import type { SitesPlan } from './sites-plan';

/** Mono serves the document root alone. */
const isServed = ({ staging, status, language }: NodeSite): boolean =>
  staging !== undefined && status === 'NORMAL' && language !== 'NET';

const HEADERS = conf`add_header X-Robots-Tag "noindex, nofollow" always;`;

/** A rule of the owner may name this path as a location, so it has none here. */
const ROBOTS = conf`if ($uri = /robots.txt) { return 200 "User-agent: *\nDisallow: /\n"; }`;

const LOGIN = /^[a-z]+:\{SSHA\}[A-Za-z0-9+/=]+$/;

/**
 * The server of a host's staging copy: the rules and PHP of the site over another folder, behind a password. It has no edge,
 * no TLS and no line in the access log, which counts the site's visitors.
 */
export function stagingServer(plan: SitesPlan, site: NodeSite, errorLog: Conf): Conf {
  if (!isServed(site)) return NOTHING;
  return conf`server {
  ${plan.listen.map((address) => conf`listen ${address};`)}
  server_name ${stagingName(site.hostCode, plan.previewDomain)};
  access_log off;
  ${errorLog}
  auth_basic "Staging";
  auth_basic_user_file ${join(plan.instance.current, stagingLoginFile(site.hostCode))};
  ${ROBOTS}
  include ${stagingFile(site.hostCode)};
}
`;
}

/** What that server includes. Throws `UnsafeValue` like the site's own body. */
export function renderStaging(plan: SitesPlan, site: NodeSite): RenderedStaging | undefined {
  if (!site.staging || !isServed(site)) return undefined;
  const { login } = site.staging;
  if (!LOGIN.test(login)) throw new UnsafeValue(login);
  return { body: bodyConf(plan, site, { mode: 'serve', headers: HEADERS, tree: STAGING_NAME }), login };
}

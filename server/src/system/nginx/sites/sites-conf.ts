import { join } from 'node:path';
import type { ConfigFiles } from '#system/disk/generations';
import type { NodeSite } from '#system/site/site';
import { siteDigest } from '#system/edge/live-edges';
import { Conf, conf, NOTHING, UnsafeValue, confWhen } from '../conf';
import { challengeMap, passChallenge } from './acme-challenge';
import { nameGroups, type NameGroup } from './name-groups';
import { assignNames } from './server-names';
import { forceHttps, hstsConf, HSTS_HEADER, httpsMap, sendsHsts, tlsConf, tlsSettings } from './site-tls';
import { edgeBody, edgeHttpConf, originConf } from './edge/edge-conf';
import { bodyMap, EDGE_REPLY, edgeMaps, edgeVariables, visitorMaps } from './edge/edge-maps';
import { bodyFile, edgeFile, hostFiles } from './host-conf-files';
import { dotNetUpstream } from './site-dotnet';
import { phpUpstream } from './site-php';
import { redirectMap, redirectQueries } from './site-redirects';
import { renderStaging, stagingServer } from './site-staging';
import { starterMap } from './site-starter';
import { skeletonConf } from '../skeleton';
import { cookieMaps, fastcgiParams } from './program-params';
import { bodyConf } from './site-body';
import type { SitesPlan } from './sites-plan';

/** Largest request body of a site: larger than PHP accepts, so that PHP's own limit reports first. */
const SITE_BODY_LIMIT = '130m';

/**
 * Combined log format, then bytes on the wire, seconds taken, requested name and cache state. Readers of the
 * combined format can still parse it, and traffic and status charts find their figures. The edge tier adds the cache
 * rule, which distinguishes its lines.
 */
const logFormats = conf`log_format site '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent '
    '"$http_referer" "$http_user_agent" $bytes_sent $request_time "$host" $upstream_cache_status';
  log_format edge '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent '
    '"$http_referer" "$http_user_agent" $bytes_sent $request_time "$host" $upstream_cache_status $sd_rule';`;

/**
 * A rule, `try_files` and the reply each open the file, and under `disable_symlinks` a lookup costs seven
 * system calls: the cache makes it one per request. `min_uses` keeps every file out of the cache beyond its
 * request, so changes show at once; only that a folder exists is remembered, for a second.
 */
const cachedLookups = conf`open_file_cache max=4096 inactive=10s;
  open_file_cache_valid 1s;
  open_file_cache_min_uses 4000000000;`;

/** Buffered for a second at most, also across a reload or rotation: a write per request is expensive. */
const accessLog = ({ hostsFolder }: SitesPlan, { hostCode }: NodeSite, format: 'site' | 'edge'): Conf =>
  conf`access_log ${join(hostsFolder, hostCode, 'logs/access.log')} ${format} buffer=16k flush=1s ${confWhen(format === 'edge', conf`if=$sd_logged`)};`;

const errorLog = ({ hostsFolder }: SitesPlan, { hostCode }: NodeSite): Conf =>
  conf`error_log ${join(hostsFolder, hostCode, 'logs/error.log')} error;`;

function programUpstream({ phpSockets, dotNetSocket }: SitesPlan, site: NodeSite): Conf {
  if (site.language === 'PHP' && phpSockets) return phpUpstream(site.hostCode, phpSockets(site));
  if (site.language === 'NET' && dotNetSocket) return dotNetUpstream(site.hostCode, dotNetSocket(site));
  return NOTHING;
}

/** What the servers of a host need around them. */
function aroundServers(plan: SitesPlan, site: NodeSite): Conf {
  if (site.status !== 'NORMAL') return NOTHING;
  return conf`${redirectMap(site.hostCode, site.redirects)}
${programUpstream(plan, site)}`;
}

const listenConf = (plan: SitesPlan) => plan.listen.map((address) => conf`listen ${address};`);

/** The origin server for names that the edge serves; the edge writes the access log and sends HSTS. */
const originServer = (
  plan: SitesPlan,
  site: NodeSite,
  { names, hsts }: { names: readonly string[]; hsts: boolean },
): Conf =>
  originConf(
    plan,
    names,
    conf`${errorLog(plan, site)}
  ${confWhen(hsts, conf`set $sd_hsts "";`)}
  ${passChallenge}
  include ${bodyFile(site.hostCode)};`,
  );

/** One server per group of names; the body is in a file of its own, which all of them include. */
function serverConf(
  plan: SitesPlan,
  site: NodeSite,
  { group, hsts }: { group: NameGroup; hsts: boolean },
): Conf {
  return conf`server {
  ${listenConf(plan)}
  ${tlsConf(plan, site, group)}
  server_name ${group.names};
  ${confWhen(hsts, hstsConf(group))}
  ${passChallenge}
  ${forceHttps(group, plan.tlsPort)}
  ${accessLog(plan, site, group.cdn ? 'edge' : 'site')}
  ${errorLog(plan, site)}
  include ${group.cdn ? edgeFile(site.hostCode) : bodyFile(site.hostCode)};
}
`;
}

/**
 * Includes the names, so that a domain whose CDN was off meanwhile serves no old pages, and the rules: nginx serves what an
 * earlier rule cached even if no rule caches it now.
 */
const digestOf = (
  plan: SitesPlan,
  site: NodeSite,
  { names, body }: { names: readonly string[]; body: Conf },
): string =>
  siteDigest([
    ...names,
    aroundServers(plan, site).text,
    body.text,
    JSON.stringify([site.php, site.errorPage, site.scriptError, site.dotNet, site.cdn]),
  ]);

/** Renders a host's servers. Throws `UnsafeValue` for an unsafe value. */
function siteServers(plan: SitesPlan, site: NodeSite, names: readonly string[]) {
  const groups = nameGroups(site, names);
  const hsts = sendsHsts(groups);
  const headers = confWhen(hsts, new Conf(HSTS_HEADER));
  const atEdge = groups.filter(({ cdn }) => cdn).flatMap((group) => group.names);
  const hasEdge = atEdge.length > 0;
  const shared = conf`${headers}
  ${confWhen(hasEdge, new Conf(EDGE_REPLY))}`;
  const body = bodyConf(plan, site, { mode: 'serve', headers: shared });
  return {
    servers: conf`${aroundServers(plan, site)}
${confWhen(hasEdge, edgeHttpConf(plan, site))}
${groups.map((group) => serverConf(plan, site, { group, hsts }))}
${confWhen(hasEdge, originServer(plan, site, { names: atEdge, hsts }))}
${stagingServer(plan, site, errorLog(plan, site))}`,
    body,
    staging: renderStaging(plan, site),
    edge: hasEdge
      ? edgeBody(plan, site, { headers, digest: digestOf(plan, site, { names: atEdge, body }) })
      : undefined,
  };
}

/** Renders one server under all names of a host, for a test of its rules: over plain HTTP and without a log of the host. */
export function tracedSiteConf(plan: SitesPlan, site: NodeSite, names: readonly string[]): Conf {
  return conf`${aroundServers(plan, site)}
server {
  ${listenConf(plan)}
  server_name ${names};
  ${passChallenge}
  ${bodyConf(plan, site, { mode: 'trace', headers: NOTHING })}
}
`;
}

/** A handshake for an unknown name is refused; a request for a name without TLS is not answered over TLS. */
const misdirected = (plan: SitesPlan): Conf =>
  conf`server {
    ${plan.listen.map((address) => conf`listen ${address} default_server;`)}
    ${plan.tlsListen.map((address) => conf`listen ${address} ssl http2 default_server;`)}
    server_name _;
    ${confWhen(plan.tlsListen.length > 0, conf`ssl_reject_handshake on;`)}
    return 421;
  }
  server {
    listen ${`unix:${plan.originSocket}`} default_server;
    server_name _;
    ${edgeVariables}
    return 421;
  }`;

export interface SitesRendering {
  readonly files: ConfigFiles;
  /** Hosts whose configuration could not be written, and why. They are not part of `files`. */
  readonly refused: readonly { readonly site: NodeSite; readonly reason: string }[];
}

function tryRender<Rendered>(render: () => Rendered): Rendered | UnsafeValue {
  try {
    return render();
  } catch (error) {
    if (error instanceof UnsafeValue) return error;
    throw error;
  }
}

/** A request with a body counts until it is answered; one without a body never counts. */
const limitBodies = (perAddress: number): Conf => conf`map $sd_body $body_sender {
    default $binary_remote_addr;
    "" "";
    0 "";
  }
  limit_conn_zone $body_sender zone=body_senders:10m;
  ${confWhen(perAddress > 0, conf`limit_conn body_senders ${perAddress};`)}
  limit_conn_status 429;
  limit_conn_log_level info;
  client_body_timeout 30s;`;

/** Configuration that the sites' servers need around them. */
export const siteMaps: readonly Conf[] = [visitorMaps, cookieMaps, redirectQueries, starterMap, challengeMap];
export const siteIncludes: ConfigFiles = new Map([['fastcgi.conf', fastcgiParams.text]]);

/**
 * Renders the configuration of the sites, one file per host, so that an invalid host does not affect its
 * neighbours.
 */
export function renderSites(plan: SitesPlan): SitesRendering {
  const names = assignNames(plan.sites, plan);
  const files = new Map<string, string>();
  const refused: { site: NodeSite; reason: string }[] = [];
  for (const site of plan.sites) {
    if (site.unfit !== undefined) {
      refused.push({ site, reason: site.unfit });
      continue;
    }
    const rendered = tryRender(() => siteServers(plan, site, names(site)));
    if (rendered instanceof UnsafeValue) refused.push({ site, reason: rendered.message });
    else for (const [name, text] of hostFiles(site, rendered)) files.set(name, text);
  }
  const http = [
    logFormats,
    ...siteMaps,
    httpsMap,
    bodyMap,
    edgeMaps(plan),
    tlsSettings,
    cachedLookups,
    limitBodies(plan.bodiesPerAddress),
    conf`client_max_body_size ${SITE_BODY_LIMIT};`,
    misdirected(plan),
    conf`include hosts/*.conf;`,
  ];
  for (const [name, text] of siteIncludes) files.set(name, text);
  files.set('nginx.conf', skeletonConf({ ...plan, http }).text);
  return { files, refused };
}

import { join } from 'node:path';
import type { CdnQuery } from '@sitedeck/contract';
import { edgeFolders } from '#system/edge/edge-folders';
import type { NodeSite } from '#system/site/site';
import { Conf, conf, NOTHING, UnsafeValue, confWhen } from '../../conf';
import { hasModule } from '../../skeleton';
import { challengeConf } from '../acme-challenge';
import type { SitesPlan } from '../sites-plan';
import { edgeVariables } from './edge-maps';
import { ENCODING, requestHeaders, ruleLocations } from './edge-rules';

/** Share of a host's cache that URLs with a query string may fill. */
const QUERY_SHARE = 0.25;
/**
 * nginx checks the size of a cache only every 10 s, but the number of its pages with each new one. So that number is limited
 * as if each page had this many bytes on disk: until the size is checked, pages of up to four times as many fit into the
 * quota of the host.
 */
const PAGE_BYTES = 16 * 1024;
/** Pages for each kB of memory for keys. */
const KEYS_PER_KB = 8;
/** nginx needs some of that memory itself. */
const KEYS_MIN_KB = 64;
const MAIN_KEYS_MAX_KB = 4096;
const QUERY_KEYS_MAX_KB = 1024;

function keysSize(bytes: number, maxKb: number): string {
  const kb = Math.ceil(bytes / PAGE_BYTES / KEYS_PER_KB);
  return `${Math.min(maxKb, Math.max(KEYS_MIN_KB, kb))}k`;
}

/** nginx removes pages that were not requested for this long. */
const INACTIVE = '7d';

const NAME = /^[a-z0-9]+$/;

/** Name of a variable or zone of one host. */
function named(prefix: string, hostCode: string): Conf {
  if (!NAME.test(hostCode)) throw new UnsafeValue(hostCode);
  return new Conf(`sd_${prefix}_${hostCode}`);
}

function zones({ edge }: SitesPlan, { hostCode }: NodeSite): Conf {
  const [main, query] = edgeFolders(edge.folder, hostCode);
  const queryBytes = Math.floor(edge.bytesPerHost * QUERY_SHARE);
  const mainBytes = edge.bytesPerHost - queryBytes;
  const options = conf`inactive=${INACTIVE} use_temp_path=off levels=2`;
  return conf`proxy_cache_path ${main} keys_zone=${named('edge', hostCode)}:${keysSize(mainBytes, MAIN_KEYS_MAX_KB)} max_size=${mainBytes} ${options};
proxy_cache_path ${query} keys_zone=${named('edge_query', hostCode)}:${keysSize(queryBytes, QUERY_KEYS_MAX_KB)} max_size=${queryBytes} ${options};
map $args $${named('zone', hostCode)} {
  default ${named('edge_query', hostCode)};
  "" ${named('edge', hostCode)};
}`;
}

const PARAMETER = /^[A-Za-z0-9_]{1,64}$/;

/** Maps that build a query string of the configured parameters, in their order. */
function onlyParameters(hostCode: string, names: readonly string[]): Conf {
  const query = named('query', hostCode).text;
  const variables = names.map((_, index) => `$${query}_${index}`);
  const rows = names.map((name, index) => {
    if (!PARAMETER.test(name)) throw new UnsafeValue(name);
    return new Conf(`map $arg_${name} $${query}_${index} { "" ""; default "&${name}=$arg_${name}"; }`);
  });
  return conf`${rows}
map ${new Conf(`"${variables.join('')}"`)} $${new Conf(query)} {
  default "";
  "~^&(?<${new Conf(`${query}_rest`)}>.*)" "?$${new Conf(`${query}_rest`)}";
}`;
}

const queryOf = (hostCode: string, query: CdnQuery): Conf => {
  if (query.is === 'all') return new Conf('$is_args$args');
  return query.is === 'none' ? NOTHING : new Conf(`$${named('query', hostCode).text}`);
};

const COOKIE = /^[A-Za-z0-9_.-]{1,64}\*?$/;

/** PHP turns a dot, a blank and `[` in a cookie name into `_`. */
const READ_AS_UNDERSCORE = '[_.\\x20\\x5b]';

function cookiePattern(cookie: string): string {
  if (!COOKIE.test(cookie)) throw new UnsafeValue(cookie);
  return cookie.replaceAll(/[._]/g, READ_AS_UNDERSCORE).replace(/\*$/, '[^=;]*+');
}

/**
 * Sets a variable for requests with one of the cookies, in every spelling that a program would accept for its name: PHP
 * skips white space before it, .NET ignores case.
 */
const bypassMap = (hostCode: string, cookies: readonly string[]): Conf =>
  conf`map $http_cookie $${named('bypass', hostCode)} {
  default "";
  ${cookies.map((cookie) => new Conf(`"~*(?:^|[;,])[\\x09-\\x0d\\x20]*+${cookiePattern(cookie)}[ ]*+=" 1;`))}
}`;

/** Directives of the `http` block that a host's edge servers need. */
export function edgeHttpConf(plan: SitesPlan, site: NodeSite): Conf {
  const { query, cookies } = site.cdn;
  return conf`${zones(plan, site)}
${confWhen(query.is === 'only', onlyParameters(site.hostCode, query.is === 'only' ? query.names : []))}
${bypassMap(site.hostCode, cookies)}`;
}

/** Serves stale pages while the origin fails. A closed site has no edge, so none of its pages are served. */
const STALE = conf`proxy_cache_use_stale error timeout invalid_header updating http_500 http_502 http_503 http_504;
  proxy_cache_background_update on;
  proxy_cache_revalidate on;
  proxy_cache_lock_timeout 5s;`;

/** Longer than any request may take: the origin server enforces the actual limit. */
const ORIGIN_TIMEOUT = '3600s';

interface EdgeOptions {
  /** As in `bodyConf`. */
  readonly headers: Conf;
  /** Of everything that decides what the site serves; a change purges its pages. */
  readonly digest: string;
}

/** The body that all edge servers of a host include. */
export function edgeBody(plan: SitesPlan, site: NodeSite, { headers, digest }: EdgeOptions): Conf {
  const { hostCode, cdn } = site;
  const query = queryOf(hostCode, cdn.query);
  const bypass = new Conf(`$${named('bypass', hostCode).text}`);
  return conf`# site ${digest}
  ${edgeVariables}
  set $sd_signed_in ${bypass};
  set $sd_page "$scheme://$host$sd_host_port$sd_path${query}";
  client_max_body_size 0;
  gzip off;
  ${confWhen(hasModule(plan.engine, 'brotli_filter'), conf`brotli off;`)}
  open_file_cache off;
  proxy_http_version 1.1;
  proxy_request_buffering off;
  proxy_read_timeout ${ORIGIN_TIMEOUT};
  proxy_send_timeout ${ORIGIN_TIMEOUT};
  proxy_redirect off;
  proxy_buffers 16 16k;
  proxy_buffer_size 32k;
  ${requestHeaders(ENCODING, NOTHING)}
  proxy_cache $${named('zone', hostCode)};
  proxy_cache_key "$sd_page $sd_encoding";
  ${STALE}
  add_header X-Cache $upstream_cache_status always;
  add_header Vary $sd_vary always;
  add_header Cache-Control $sd_cache_control;
  ${headers}
  ${challengeConf(plan, join(plan.hostsFolder, hostCode))}
  ${ruleLocations({ hostCode, rules: cdn.rules, query, bypass })}`;
}

/** The origin server for names that the edge serves. */
export const originConf = (plan: SitesPlan, names: readonly string[], body: Conf): Conf =>
  conf`server {
  listen ${`unix:${plan.originSocket}`};
  server_name ${names};
  set_real_ip_from unix:;
  real_ip_header X-Edge-Address;
  gzip_vary off;
  access_log off;
  ${body}
}
`;

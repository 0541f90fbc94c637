import { join } from 'node:path';
import type { ConfigFiles } from '#system/disk/generations';
import type { PageName } from '#system/site/pages';
import type { NodeSite } from '#system/site/site';
import { CLOSED_SOURCES } from '../snippet/closed-sources';
import { Conf, conf, NOTHING, UnsafeValue, when } from '../conf';
import type { NginxEngine } from '../engine';
import type { Instance } from '../instance';
import { challengeConf, challengeMap, passChallenge } from './acme-challenge';
import { nameGroups, type NameGroup } from './name-groups';
import { assignNames } from './server-names';
import { forceHttps, hstsConf, HSTS_HEADER, httpsMap, sendsHsts, tlsConf, tlsSettings } from './site-tls';
import { errorPageConf } from './site-error-page';
import { bodyFile, hostFiles, PAGES_FOLDER } from './host-conf-files';
import { mimeConf } from './site-mime';
import { dotNetConf, dotNetUpstream } from './site-dotnet';
import { phpConf } from './site-php';
import { redirectAnswer, redirectMap, redirectQueries } from './site-redirects';
import { rewriteConf, type LastTry } from './site-rewrite';
import { documentsConf, starterMap } from './site-starter';
import { skeletonConf } from '../skeleton';
import type { RenderMode } from './render-rules';

/** Input of the rendering; equal input renders equal text. */
export interface SitesPlan {
  readonly engine: NginxEngine;
  readonly instance: Instance;
  readonly workerUser: string | undefined;
  /** Addresses to listen on, like `8081` or `127.0.0.1:8081`. */
  readonly listen: readonly string[];
  /** The same for TLS. */
  readonly tlsListen: readonly string[];
  /** Folder of the sites' certificates. */
  readonly certificates: string;
  /** Port at which visitors reach TLS. */
  readonly tlsPort: number;
  /** Folder with answers to ACME challenges. */
  readonly challenges: string;
  readonly previewDomain: string;
  /** Names that belong to the console. */
  readonly reserved: readonly string[];
  readonly hostsFolder: string;
  readonly pagesFolder: string;
  readonly phpSocket: ((site: NodeSite) => string) | undefined;
  readonly dotNetSocket: ((site: NodeSite) => string) | undefined;
  /** Requests with a body that one address may have in progress; 0: unlimited. */
  readonly bodiesPerAddress: number;
  readonly sites: readonly NodeSite[];
}

/** Largest request body of a site: larger than PHP accepts, so that PHP's own limit reports first. */
const SITE_BODY_LIMIT = '130m';

const DOCUMENT_NAME = /^(?![.-])[^/\s]{1,255}$/u;

function documentName(name: string): string {
  if (!DOCUMENT_NAME.test(name) || name.includes('..')) throw new UnsafeValue(name);
  return name;
}

/**
 * Combined log format, then bytes on the wire, seconds taken, requested name and cache state. Readers of the
 * combined format can still parse it, and traffic and status charts find their figures.
 */
const logFormat = conf`log_format site '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent '
    '"$http_referer" "$http_user_agent" $bytes_sent $request_time "$host" $upstream_cache_status';`;

/**
 * Removes the console's session cookie before tenant code sees it. Applied twice, because both cookie names
 * may be present. If more remain, a client hides the real one behind others: then no cookie passes.
 */
const cookieMaps = conf`map $http_cookie $cookie_once {
    default $http_cookie;
    "~^(?<before1>(?:.*;\s*)?)(?:__Host-)?sitedeck_session=[^;]*(?:;\s*)?(?<after1>.*)$" $before1$after1;
  }
  map $cookie_once $cookie_twice {
    default $cookie_once;
    "~^(?<before2>(?:.*;\s*)?)(?:__Host-)?sitedeck_session=[^;]*(?:;\s*)?(?<after2>.*)$" $before2$after2;
  }
  map $cookie_twice $site_cookie {
    default $cookie_twice;
    "~sitedeck_session=" "";
  }`;

const fastcgi = conf`fastcgi_param GATEWAY_INTERFACE CGI/1.1;
  fastcgi_param SERVER_SOFTWARE nginx;
  fastcgi_param QUERY_STRING $query_string;
  fastcgi_param REQUEST_METHOD $request_method;
  fastcgi_param CONTENT_TYPE $content_type;
  fastcgi_param CONTENT_LENGTH $content_length;
  fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
  fastcgi_param SCRIPT_NAME $fastcgi_script_name;
  fastcgi_param PATH_INFO $site_path_info if_not_empty;
  fastcgi_param REQUEST_URI $request_uri;
  fastcgi_param DOCUMENT_URI $document_uri;
  fastcgi_param DOCUMENT_ROOT $document_root;
  fastcgi_param SERVER_PROTOCOL $server_protocol;
  fastcgi_param REQUEST_SCHEME $scheme;
  fastcgi_param HTTPS $https if_not_empty;
  fastcgi_param REMOTE_ADDR $remote_addr;
  fastcgi_param REMOTE_PORT $remote_port;
  fastcgi_param SERVER_ADDR $server_addr;
  fastcgi_param SERVER_PORT $server_port;
  fastcgi_param SERVER_NAME $host;
  fastcgi_param REDIRECT_STATUS 200;
  fastcgi_param HTTP_PROXY "";
  fastcgi_param HTTP_COOKIE $site_cookie if_not_empty;
  fastcgi_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset;
  fastcgi_hide_header X-Powered-By;
  fastcgi_buffers 16 16k;
  fastcgi_buffer_size 32k;`;

/** Hidden from visitors, like every name that begins with a dot. */
const PAGE_PATH = '/.sitedeck-page';

/**
 * A path instead of a named location: only this turns every method into a GET, the only method that files
 * accept.
 */
const ownPage = (plan: SitesPlan, name: PageName, headers: Conf): Conf =>
  conf`error_page 503 ${PAGE_PATH};
  location = ${PAGE_PATH} {
    internal;
    alias ${join(plan.pagesFolder, `${name}.html`)};
    disable_symlinks off;
    default_type text/html;
    charset utf-8;
    add_header Cache-Control no-store always;
    add_header Retry-After 3600 always;
    ${headers}
  }`;

/** Source files without an engine stay closed, whatever the case of their extension: they hold passwords. */
const closedSources = new Conf(`location ~* \\.${CLOSED_SOURCES}(?:/|$) { return 404; }`);

const withoutPhp = (plan: SitesPlan, headers: Conf): Conf =>
  conf`location ~ [^/]\.php(?:/|$) { return 503; }
  ${ownPage(plan, 'no-php', headers)}`;

const withoutNet = (plan: SitesPlan, headers: Conf): Conf =>
  conf`location ~* \.(?:aspx|ashx|asmx|axd)(?:/|$) { return 503; }
  ${ownPage(plan, 'no-net', headers)}`;

interface LanguageConf {
  readonly programs: Conf;
  readonly last: LastTry;
}

function programsOf(plan: SitesPlan, site: NodeSite, headers: Conf): LanguageConf {
  const last = '=404';
  if (site.language === 'NET')
    return plan.dotNetSocket
      ? dotNetConf(site, join(plan.instance.current, PAGES_FOLDER))
      : { programs: withoutNet(plan, headers), last };
  if (site.language !== 'PHP' || !site.php.enabled) return { programs: NOTHING, last };
  return {
    programs: plan.phpSocket ? phpConf(plan.phpSocket(site), site.php) : withoutPhp(plan, headers),
    last,
  };
}

function openSite(plan: SitesPlan, site: NodeSite, { mode, headers }: BodyOptions): Conf {
  const { programs, last } = programsOf(plan, site, headers);
  const { guard, early, rules, hasIndex, root } = rewriteConf(site.rewrite, { mode, headers, last });
  return conf`${guard}
  ${redirectAnswer(site.hostCode, site.redirects)}
  ${when(!hasIndex, documentsConf(site.documents.map(documentName), plan.pagesFolder, headers))}
  ${mimeConf(plan.engine.mimeTypes, site.mime)}
  ${errorPageConf(join(plan.instance.current, PAGES_FOLDER), site)}
  ${early}
  location ~ /\.(?!well-known(?:/|$)) { return 404; }
  ${programs}
  ${closedSources}
  ${rules}
  ${root}`;
}

const stopped = (plan: SitesPlan, name: PageName, headers: Conf): Conf =>
  conf`location / { return 503; }
  ${ownPage(plan, name, headers)}`;

interface BodyOptions {
  readonly mode: RenderMode;
  /** Headers of every reply, which a location with headers of its own repeats. */
  readonly headers: Conf;
}

function statusConf(plan: SitesPlan, site: NodeSite, options: BodyOptions): Conf {
  switch (site.status) {
    case 'NORMAL':
      return openSite(plan, site, options);
    case 'CLOSED':
      return stopped(plan, 'closed', options.headers);
    case 'BLOCKING':
      return stopped(plan, 'blocked', options.headers);
  }
}

/** Buffered for a second at most, also across a reload or rotation: a write per request is expensive. */
const logs = (root: string): Conf =>
  conf`access_log ${join(root, 'logs/access.log')} site buffer=16k flush=1s;
  error_log ${join(root, 'logs/error.log')} error;`;

/**
 * A rule, `try_files` and the answer each open the file, and under `disable_symlinks` a lookup costs seven
 * system calls: the cache makes it one per request. `min_uses` keeps every file out of the cache beyond its
 * request, so changes show at once; only that a folder exists is remembered, for a second.
 */
const cachedLookups = conf`open_file_cache max=4096 inactive=10s;
  open_file_cache_valid 1s;
  open_file_cache_min_uses 4000000000;`;

/** What all servers of a host share. */
function bodyConf(plan: SitesPlan, site: NodeSite, options: BodyOptions): Conf {
  const root = join(plan.hostsFolder, site.hostCode);
  const served = join(root, 'wwwroot');
  return conf`root ${served};
  disable_symlinks if_not_owner from=$document_root;
  ${when(options.mode === 'serve', logs(root))}
  ${options.headers}
  ${challengeConf(plan.challenges, served)}
  ${statusConf(plan, site, options)}`;
}

/** What the servers of a host need around them. */
function aroundServers(plan: SitesPlan, site: NodeSite): Conf {
  if (site.status !== 'NORMAL') return NOTHING;
  const isNet = site.language === 'NET' && plan.dotNetSocket;
  return conf`${redirectMap(site.hostCode, site.redirects)}
${isNet ? dotNetUpstream(site.hostCode, isNet(site)) : NOTHING}`;
}

const listenConf = (plan: SitesPlan) => plan.listen.map((address) => conf`listen ${address};`);

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
  ${when(hsts, hstsConf(group))}
  ${passChallenge}
  ${forceHttps(group, plan.tlsPort)}
  include ${bodyFile(site.hostCode)};
}
`;
}

/** Renders a host's servers. Throws `UnsafeValue` for an unsafe value. */
function siteServers(plan: SitesPlan, site: NodeSite, names: readonly string[]) {
  const groups = nameGroups(site, names);
  const hsts = sendsHsts(groups);
  const headers = when(hsts, new Conf(HSTS_HEADER));
  return {
    servers: conf`${aroundServers(plan, site)}
${groups.map((group) => serverConf(plan, site, { group, hsts }))}`,
    body: bodyConf(plan, site, { mode: 'serve', headers }),
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
    ${when(plan.tlsListen.length > 0, conf`ssl_reject_handshake on;`)}
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
const limitBodies = (
  perAddress: number,
): Conf => conf`map $content_length$http_transfer_encoding $body_sender {
    default $binary_remote_addr;
    "" "";
    0 "";
  }
  limit_conn_zone $body_sender zone=body_senders:10m;
  ${when(perAddress > 0, conf`limit_conn body_senders ${perAddress};`)}
  limit_conn_status 429;
  limit_conn_log_level info;
  client_body_timeout 30s;`;

/** Configuration that the sites' servers need around them. */
export const siteMaps: readonly Conf[] = [cookieMaps, redirectQueries, starterMap, challengeMap];
export const siteIncludes: ConfigFiles = new Map([['fastcgi.conf', fastcgi.text]]);

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
    logFormat,
    ...siteMaps,
    httpsMap,
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

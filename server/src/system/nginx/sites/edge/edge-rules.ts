import type { CdnMatch, CdnRule } from '@sitedeck/contract';
import { Conf, conf, NOTHING, checkedPattern, confWhen } from '../../conf';
import { ORIGIN } from './edge-maps';
import { SLICED } from './file-kinds';

const SLICE = '4m';

/** Status codes that path and suffix rules cache; `status` rules can add others. */
const CACHED = [200, 206, 301, 308];

/** Suffixes of pages. HTML under any other suffix suggests an attack (cache deception). */
const PAGES = new Set(['html', 'htm', 'shtml', 'xhtml', 'xml', 'php']);

/**
 * A suffix after a script's name does not match: `/account.php/x.css` is the page `/account.php`. The group is possessive,
 * so the cost is linear in the length of the path.
 */
const NOT_IN_SCRIPT = '(?:(?!\\x2e(?:php|aspx|ashx|asmx|axd)/)[^\\x0a])*+';

const bytes = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/** As the argument of a `location`. */
const pattern = (text: string): string => checkedPattern(text).text.replace('"~', '"');

/** Tests the end of the path first, so that rules that do not match cost little. */
const suffixes = (list: readonly string[]): string =>
  `(?i)^(?=[^\\x0a]*+(?<=\\x2e${list.join('|\\x2e')})\\z)${NOT_IN_SCRIPT}\\z`;

function patternOf(match: Exclude<CdnMatch, { is: 'status' }>): string {
  if (match.is === 'suffix') return suffixes(match.suffixes);
  const isPrefix = match.path.endsWith('*');
  const path = bytes(isPrefix ? match.path.slice(0, -1) : match.path);
  return `^${path}${isPrefix ? '' : '\\z'}`;
}

export interface EdgeSite {
  readonly hostCode: string;
  readonly rules: readonly CdnRule[];
  /** Variable with the query string that the origin gets. */
  readonly query: Conf;
  /** Variable that is set for requests with a cookie that bypasses the cache. */
  readonly bypass: Conf;
}

/**
 * Request headers that programs obey but that are not part of the cache key: each could change a cached page for all
 * visitors (cache poisoning). `Via` would make nginx send pages uncompressed.
 */
const DROPPED = [
  ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-Port', 'X-Forwarded-Prefix'],
  ...[
    'X-Forwarded-Scheme',
    'X-Forwarded-Server',
    'X-Forwarded-Ssl',
    'X-Forwarded-Path',
    'Forwarded',
    'X-Host',
  ],
  ...['X-Original-URL', 'X-Rewrite-URL', 'X-Original-Host', 'X-HTTP-Method-Override', 'X-HTTP-Method'],
  ...['X-Method-Override', 'X-Real-IP', 'Front-End-Https', 'X-Url-Scheme', 'X-Wap-Profile'],
  ...[
    'X-Forwarded-Protocol',
    'X-Forwarded-Uri',
    'X-Forwarded-Url',
    'X-Forwarded-By',
    'X-Forwarded',
    'X-Scheme',
  ],
  ...['X-Client-Scheme', 'X-Client-Ssl', 'X-Http-Host-Override', 'X-Real-Host', 'Base-Url', 'Profile', 'Via'],
  ...['CF-Visitor', 'CloudFront-Forwarded-Proto', 'Client-IP', 'X-Client-IP', 'X-Cluster-Client-IP'],
  ...['X-ProxyUser-Ip', 'CF-Connecting-IP', 'True-Client-IP'],
];

/** Request headers that the edge sets or drops. nginx inherits none of them into a block that sets one itself. */
export const requestHeaders = (encoding: Conf, extra: Conf): Conf =>
  conf`proxy_set_header Host $host$sd_host_port;
  proxy_set_header Connection "";
  proxy_set_header Accept-Encoding ${encoding};
  proxy_set_header X-Edge-Address $remote_addr;
  proxy_set_header X-Edge-Visitor-Port $remote_port;
  proxy_set_header X-Edge-Scheme $scheme;
  proxy_set_header X-Edge-Port $server_port;
  proxy_set_header X-Edge-Server $server_addr;
  ${DROPPED.map((name) => conf`proxy_set_header ${name} "";`)}
  ${extra}`;

export const ENCODING = new Conf('$sd_encoding');
const NONE = new Conf('""');

const passToOrigin = (query: Conf): Conf => conf`proxy_pass http://${new Conf(ORIGIN)}$sd_path${query};`;

/** Cache times of the `status` rules; the first rule for a status wins. */
function statusTimes(rules: readonly CdnRule[]): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const { match, edgeSeconds } of [...rules].reverse()) {
    const statuses = match.is === 'status' ? match.statuses : [];
    for (const status of statuses) times.set(status, edgeSeconds ?? 0);
  }
  return times;
}

/** Cache time by status; rules before `rule` win. */
function cacheValidity(rules: readonly CdnRule[], rule: CdnRule | undefined): readonly Conf[] {
  const at = rule ? rules.indexOf(rule) : rules.length;
  const before = statusTimes(rules.slice(0, at));
  const after = statusTimes(rules.slice(at));
  const own = new Map(CACHED.map((status) => [status, rule?.edgeSeconds ?? null] as const));
  const times = new Map<number, number | null>([...after, ...own, ...before]);
  return [...times].flatMap(([status, seconds]) =>
    seconds === null || seconds === 0 ? [] : [conf`proxy_cache_valid ${status} ${`${seconds}s`};`],
  );
}

/** Whether a rule caches files only, so that HTML under their suffixes is not cached. */
const cachesFilesOnly = ({ match }: CdnRule): boolean =>
  match.is === 'suffix' && !match.suffixes.some((suffix) => PAGES.has(suffix));

/**
 * Conditions under which the cache is bypassed or a reply is not cached. Visitors with a cookie that bypasses the cache
 * still get cached files by their suffix, but a program's reply there may be personal.
 */
function bypassConditions(site: EdgeSite, rule: CdnRule | undefined): Conf {
  const visitor = ['$sd_authorized', '$sd_has_body'];
  // Programs may reply differently to requests by scripts (`X-Requested-With`) than to page loads.
  if (!rule || !cachesFilesOnly(rule)) visitor.push(site.bypass.text, '$sd_part');
  const reply = [...visitor, '$sd_body_counted', '$sd_of_visitor', '$sd_unversioned'];
  if (rule?.cachesPrivate !== true) reply.push('$sd_private', '$sd_varies');
  if (rule && cachesFilesOnly(rule)) reply.push('$sd_html');
  return conf`proxy_cache_bypass ${new Conf(visitor.join(' '))};
    proxy_no_cache ${new Conf(reply.join(' '))};`;
}

/**
 * A rule with a time overrides the headers of the origin. Only files use the cache lock: requests for pages that turn out
 * to be uncacheable would queue for nothing.
 */
function cacheTimes(rules: readonly CdnRule[], rule: CdnRule | undefined): Conf {
  const ignored = [
    ...(rule && rule.edgeSeconds !== null ? ['Cache-Control', 'Expires'] : []),
    ...(rule?.cachesPrivate === true ? ['Set-Cookie'] : []),
  ];
  const accel = ['Redirect', 'Expires', 'Limit-Rate', 'Buffering', 'Charset'].map((end) => `X-Accel-${end}`);
  return conf`proxy_ignore_headers ${[...accel, ...ignored]};
    ${cacheValidity(rules, rule)}
    ${confWhen(rule?.match.is === 'suffix' && rule.edgeSeconds !== null, conf`proxy_cache_lock on;`)}`;
}

/** Headers of the origin that visitors do not get. */
function hiddenHeaders(rule: CdnRule | undefined): Conf {
  const hidden = [
    ...['X-Cache', 'X-Edge-Reply'],
    ...((rule?.browserSeconds ?? null) === null ? [] : ['Cache-Control', 'Expires']),
    ...(rule?.cachesPrivate === true ? ['Set-Cookie'] : []),
  ];
  return conf`${hidden.map((name) => conf`proxy_hide_header ${name};`)}`;
}

/** Variables of a rule. A nested location needs them too: nginx runs only its own `set` directives. */
function ruleVariables(rule: CdnRule | undefined): Conf {
  if (!rule) return NOTHING;
  const { id, browserSeconds: seconds } = rule;
  const browser = seconds === 0 ? 'no-cache' : `max-age=${seconds}`;
  return conf`set $sd_rule ${id};
    ${confWhen(seconds !== null, conf`set $sd_browser ${browser};`)}`;
}

/** A nested location that caches large files in slices. */
const sliced = (site: EdgeSite, rule: CdnRule | undefined): Conf =>
  conf`location ~ ${new Conf(pattern(suffixes(SLICED)))} {
      ${ruleVariables(rule)}
      slice ${SLICE};
      ${requestHeaders(NONE, conf`proxy_set_header Range $slice_range;`)}
      proxy_cache_key "$sd_page $slice_range";
      ${passToOrigin(site.query)}
    }`;

const mayBeSliced = ({ match }: CdnRule): boolean =>
  match.is !== 'suffix' || match.suffixes.some((suffix) => SLICED.includes(suffix));

function cached(site: EdgeSite, rule: CdnRule | undefined): Conf {
  return conf`${cacheTimes(site.rules, rule)}
    ${bypassConditions(site, rule)}
    ${hiddenHeaders(rule)}
    ${confWhen(!rule || mayBeSliced(rule), sliced(site, rule))}
    ${passToOrigin(site.query)}`;
}

const notCached = (site: EdgeSite, rule: CdnRule): Conf => conf`proxy_cache off;
    ${hiddenHeaders(rule)}
    ${passToOrigin(site.query)}`;

function ruleLocation(site: EdgeSite, rule: CdnRule): Conf {
  if (rule.match.is === 'status') return NOTHING;
  return conf`location ~ ${new Conf(pattern(patternOf(rule.match)))} {
    ${ruleVariables(rule)}
    ${rule.edgeSeconds === 0 ? notCached(site, rule) : cached(site, rule)}
  }`;
}

/**
 * One location per rule: nginx uses the first regular expression that matches, as the rules do. Paths without a rule
 * follow the headers of the origin.
 */
export const ruleLocations = (site: EdgeSite): Conf =>
  conf`${site.rules.map((rule) => ruleLocation(site, rule))}
  location ~ ^/ {
    ${cached(site, undefined)}
  }`;

import type { CdnMatch, CdnRule } from '@sitedeck/contract';
import { Conf, conf, NOTHING, ownPattern, when } from '../../conf';
import { ORIGIN } from './edge-maps';
import { SLICED } from './file-kinds';

const SLICE = '4m';

/** Statuses that a rule with a time caches; `status` rules name others. */
const CACHED = [200, 206, 301, 308];

/** Suffixes of pages: an HTML page under any other one is a sign of a wrong address (cache deception). */
const PAGES = new Set(['html', 'htm', 'shtml', 'xhtml', 'xml', 'php']);

/**
 * No suffix counts behind a script's name: `/account.php/x.css` is the page `/account.php`. One group that never steps
 * back, so that its cost grows only with the length of a path.
 */
const NOT_IN_SCRIPT = '(?:(?!\\x2e(?:php|aspx|ashx|asmx|axd)/)[^\\x0a])*+';

const bytes = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/** As a word of a `location`. */
const pattern = (text: string): string => ownPattern(text).text.replace('"~', '"');

/** Looks at the end first, so that the many rules that do not match cost little. */
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
  /** Variable with the query string that the site gets. */
  readonly query: Conf;
  /** Variable that is set for a visitor with a cookie that bypasses. */
  readonly bypass: Conf;
}

/**
 * Request headers that programs obey although no cache keeps them apart: each could change a page for everybody. Behind a
 * `Via` nginx compresses nothing.
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

/** Everything that the site gets beside the visitor's own headers. A block with one of these lines needs all of them. */
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

export const passOn = (query: Conf): Conf => conf`proxy_pass http://${new Conf(ORIGIN)}$sd_path${query};`;

/** Times of the `status` rules; the first rule of a status wins. */
function statusTimes(rules: readonly CdnRule[]): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const { match, edgeSeconds } of [...rules].reverse()) {
    const statuses = match.is === 'status' ? match.statuses : [];
    for (const status of statuses) times.set(status, edgeSeconds ?? 0);
  }
  return times;
}

/** Time in the cache by status; rules before `rule` win. */
function validity(rules: readonly CdnRule[], rule: CdnRule | undefined): readonly Conf[] {
  const at = rule ? rules.indexOf(rule) : rules.length;
  const before = statusTimes(rules.slice(0, at));
  const after = statusTimes(rules.slice(at));
  const own = new Map(CACHED.map((status) => [status, rule?.edgeSeconds ?? null] as const));
  const times = new Map<number, number | null>([...after, ...own, ...before]);
  return [...times].flatMap(([status, seconds]) =>
    seconds === null || seconds === 0 ? [] : [conf`proxy_cache_valid ${status} ${`${seconds}s`};`],
  );
}

/** An HTML page at an address of another suffix than its own: not what the rule means. */
const refusesPages = ({ match }: CdnRule): boolean =>
  match.is === 'suffix' && !match.suffixes.some((suffix) => PAGES.has(suffix));

/**
 * Conditions under which a reply is not kept. A visitor with a cookie that bypasses gets cached files by their suffix, but
 * what a program answers there may be his own.
 */
function refusals(site: EdgeSite, rule: CdnRule | undefined): Conf {
  const visitor = ['$sd_authorized', '$sd_has_body'];
  // Programs answer a script in a page with another text than its visitor.
  if (!rule || !refusesPages(rule)) visitor.push(site.bypass.text, '$sd_part');
  const reply = [...visitor, '$sd_body_counted', '$sd_of_visitor'];
  // Of several `Vary` lines nginx only obeys the last, and this sees the first.
  if (rule?.cachesPrivate !== true) reply.push('$sd_vary_by_visitor');
  if (rule?.cachesPrivate !== true) reply.push('$sd_private');
  if (rule && refusesPages(rule)) reply.push('$sd_html');
  return conf`proxy_cache_bypass ${new Conf(visitor.join(' '))};
    proxy_no_cache ${new Conf(reply.join(' '))};`;
}

/**
 * A rule with a time decides instead of the site's own headers. Only files wait for one another's fetch: pages that may
 * not be kept would wait in line for nothing.
 */
function timing(rules: readonly CdnRule[], rule: CdnRule | undefined): Conf {
  const ignored = [
    ...(rule && rule.edgeSeconds !== null ? ['Cache-Control', 'Expires'] : []),
    ...(rule?.cachesPrivate === true ? ['Set-Cookie'] : []),
  ];
  const accel = ['Redirect', 'Expires', 'Limit-Rate', 'Buffering', 'Charset'].map((end) => `X-Accel-${end}`);
  return conf`proxy_ignore_headers ${[...accel, ...ignored]};
    ${validity(rules, rule)}
    ${when(rule?.match.is === 'suffix' && rule.edgeSeconds !== null, conf`proxy_cache_lock on;`)}`;
}

/** Headers of a reply that visitors do not get. */
function hiding(rule: CdnRule | undefined): Conf {
  const hidden = [
    ...['X-Cache', 'X-Edge-Reply'],
    ...((rule?.browserSeconds ?? null) === null ? [] : ['Cache-Control', 'Expires']),
    ...(rule?.cachesPrivate === true ? ['Set-Cookie'] : []),
  ];
  return conf`${hidden.map((name) => conf`proxy_hide_header ${name};`)}`;
}

/** nginx inherits no variable from the surrounding location. */
function settings(rule: CdnRule | undefined): Conf {
  if (!rule) return NOTHING;
  const { id, browserSeconds: seconds } = rule;
  const browser = seconds === 0 ? 'no-cache' : `max-age=${seconds}`;
  return conf`set $sd_rule ${id};
    ${when(seconds !== null, conf`set $sd_browser ${browser};`)}`;
}

/** Large files within a location, in slices. */
const sliced = (site: EdgeSite, rule: CdnRule | undefined): Conf =>
  conf`location ~ ${new Conf(pattern(suffixes(SLICED)))} {
      ${settings(rule)}
      slice ${SLICE};
      ${requestHeaders(NONE, conf`proxy_set_header Range $slice_range;`)}
      proxy_cache_key "$sd_page $slice_range";
      ${passOn(site.query)}
    }`;

const isSliced = ({ match }: CdnRule): boolean =>
  match.is !== 'suffix' || match.suffixes.some((suffix) => SLICED.includes(suffix));

function cached(site: EdgeSite, rule: CdnRule | undefined): Conf {
  return conf`${timing(site.rules, rule)}
    ${refusals(site, rule)}
    ${hiding(rule)}
    ${when(!rule || isSliced(rule), sliced(site, rule))}
    ${passOn(site.query)}`;
}

const notCached = (site: EdgeSite, rule: CdnRule): Conf => conf`proxy_cache off;
    ${hiding(rule)}
    ${passOn(site.query)}`;

function ruleLocation(site: EdgeSite, rule: CdnRule): Conf {
  if (rule.match.is === 'status') return NOTHING;
  return conf`location ~ ${new Conf(pattern(patternOf(rule.match)))} {
    ${settings(rule)}
    ${rule.edgeSeconds === 0 ? notCached(site, rule) : cached(site, rule)}
  }`;
}

/**
 * A location per rule. nginx takes the first expression that matches, in the order of the file, like the rules. Paths
 * without a rule follow the site's own headers.
 */
export const ruleLocations = (site: EdgeSite): Conf =>
  conf`${site.rules.map((rule) => ruleLocation(site, rule))}
  location ~ ^/ {
    ${cached(site, undefined)}
  }`;

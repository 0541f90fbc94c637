import { canonicalPath } from './source';
import { locationParts, type FoundPart, type RedirectRule } from './rule';

/** Index of rules by source, so that a request is compared with only a few of them. */
interface RuleIndex {
  readonly rules: readonly RedirectRule[];
  /** Position of the first rule per key; a key starts with the domain, or with nothing for any domain. */
  readonly exact: ReadonlyMap<string, number>;
  readonly kept: ReadonlyMap<string, number>;
  readonly keptBehindSlash: ReadonlyMap<string, number>;
  readonly byDomain: ReadonlyMap<string, number>;
  /** The `place` of every prefix in `kept` and `keptBehindSlash`. */
  readonly prefixSizes: ReadonlySet<number>;
}

/** Depth (slashes) and length of a prefix as one number. */
const prefixSize = (depth: number, length: number): number => length * 65_536 + depth;
const sizeOfPrefix = (prefix: string): number => prefixSize(prefix.split('/').length - 1, prefix.length);

const first = () => {
  const map = new Map<string, number>();
  const put = (key: string, position: number) => {
    if (!map.has(key)) map.set(key, position);
  };
  return { map, put };
};

export function indexRules(rules: readonly RedirectRule[]): RuleIndex {
  const [exact, kept, keptBehindSlash, byDomain] = [first(), first(), first(), first()];
  rules.forEach(({ source, kept: keeps }, position) => {
    const domain = source.domain ?? '';
    if (keeps) (keeps.slash === 'maybe' ? kept : keptBehindSlash).put(`${domain} ${keeps.prefix}`, position);
    else if (source.path === undefined) byDomain.put(domain, position);
    else exact.put(`${domain} ${source.path}`, position);
  });
  return {
    rules,
    exact: exact.map,
    kept: kept.map,
    keptBehindSlash: keptBehindSlash.map,
    byDomain: byDomain.map,
    prefixSizes: new Set(rules.flatMap(({ kept: keeps }) => (keeps ? sizeOfPrefix(keeps.prefix) : []))),
  };
}

/** ACME challenges live below this path: they are never redirected. */
export const ACME_PATH = '/.well-known/acme-challenge/';

interface Hit {
  readonly position: number;
  readonly slash: string;
  readonly rest: string;
}

/** The path of a request: raw, in canonical spelling, and cut where rules may keep the rest. */
interface RequestPath {
  readonly raw: string;
  readonly spelled: string;
  readonly cuts: readonly Cut[];
}
interface Cut {
  readonly prefix: string;
  /** Where the rest begins in the raw path; undefined: nothing follows, not even a slash. */
  readonly rest: number | undefined;
}

/** Cuts only at lengths that some rule has: cutting a long path at every slash is expensive. */
function requestPathOf(raw: string, lengths: ReadonlySet<number>): RequestPath {
  const spelled = canonicalPath(raw);
  const cuts: Cut[] = [];
  // Both spellings have the same slashes.
  let [at, end] = [raw.indexOf('/'), spelled.indexOf('/')];
  for (let depth = 0; at !== -1; depth += 1) {
    if (lengths.has(prefixSize(depth, end))) cuts.push({ prefix: spelled.slice(0, end), rest: at + 1 });
    [at, end] = [raw.indexOf('/', at + 1), spelled.indexOf('/', end + 1)];
  }
  cuts.push({ prefix: spelled, rest: undefined });
  return { raw, spelled, cuts };
}

function* hits(index: RuleIndex, domain: string, { raw, spelled, cuts }: RequestPath): Generator<Hit> {
  const at = (position: number | undefined, rest?: number): Hit[] => {
    if (position === undefined) return [];
    if (rest === undefined) return [{ position, slash: '', rest: '' }];
    // Two slashes at the beginning would lead to another host.
    return [{ position, slash: '/', rest: raw.slice(rest).replace(/^[/\\]+/, '') }];
  };
  yield* at(index.byDomain.get(domain));
  yield* at(index.exact.get(`${domain} ${spelled}`));
  for (const { prefix, rest } of cuts) {
    const key = `${domain} ${prefix}`;
    yield* at(index.kept.get(key), rest);
    if (rest !== undefined) yield* at(index.keptBehindSlash.get(key), rest);
  }
}

export interface Step {
  readonly rule: RedirectRule;
  /** In the form of the `Location` header. */
  readonly location: string;
}

/** A request as redirects see it. */
interface RedirectRequest {
  readonly isTls: boolean;
  readonly host: string;
  /** Raw path and query. */
  readonly address: string;
}

/** The redirect that nginx sends for a request. */
export function firstRedirect(index: RuleIndex, { isTls, host, address }: RedirectRequest): Step | undefined {
  if (address.startsWith(ACME_PATH)) return undefined;
  const [, path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(address) ?? [];
  const requestPath = requestPathOf(path, index.prefixSizes);
  const found = [...hits(index, host, requestPath), ...hits(index, '', requestPath)];
  const applies = ({ position }: Hit) => !(isTls && index.rules[position]?.upgrades === true);
  const hit = found
    .filter(applies)
    .reduce<Hit | undefined>(
      (best, next) => (best === undefined || next.position < best.position ? next : best),
      undefined,
    );
  const rule = hit && index.rules[hit.position];
  if (!rule) return undefined;
  const parts: Readonly<Record<FoundPart, string>> = {
    slash: hit.slash,
    rest: hit.rest,
    ask: query && `?${query}`,
    and: query && `&${query}`,
  };
  const location = locationParts(rule).map((part) => ('text' in part ? part.text : parts[part.found]));
  return { rule, location: location.join('') };
}

/** Host names and port of a site, as its URLs contain them. */
export interface SiteNames {
  /** Punycode, lower case; the first is the site's permanent name. */
  readonly names: readonly string[];
  /** Empty for the standard ports. */
  readonly port: string;
  /** Names whose plain requests are redirected to HTTPS before any rule applies; absent: none. */
  readonly forced?: readonly string[];
}

export interface Hop {
  readonly url: string;
  readonly source: string;
  readonly to: string;
}
export interface RedirectChain {
  readonly hops: readonly Hop[];
  readonly end: 'here' | 'elsewhere' | 'loop';
}

/** Another port may belong to another server. */
const isOwn = ({ names, port }: SiteNames, url: URL): boolean =>
  names.includes(url.hostname) && (url.port === '' || url.port === port);

interface NextStep {
  readonly location: string;
  /** Source of the rule; the name alone for forced HTTPS. */
  readonly source: string;
}

function forcedStep({ forced = [] }: SiteNames, url: URL): NextStep | undefined {
  if (url.protocol !== 'http:' || !forced.includes(url.hostname)) return undefined;
  return { location: `https://${url.hostname}${url.pathname}${url.search}`, source: url.hostname };
}

function ownStep(index: RuleIndex, url: URL): NextStep | undefined {
  const request = {
    isTls: url.protocol === 'https:',
    host: url.hostname,
    address: `${url.pathname}${url.search}`,
  };
  const step = firstRedirect(index, request);
  return step && { location: step.location, source: step.rule.redirect.source };
}

/** Follows at most `most` redirects as a browser does. `known`: addresses that end without a loop. */
export function followRedirects(
  index: RuleIndex,
  site: SiteNames,
  { from, most, known }: { readonly from: URL; readonly most: number; readonly known?: Set<string> },
): RedirectChain {
  const hops: Hop[] = [];
  const seen = new Set<string>();
  for (let url = from; ;) {
    if (!isOwn(site, url)) return { hops, end: 'elsewhere' };
    if (known?.has(url.href)) return { hops, end: 'here' };
    const step = forcedStep(site, url) ?? ownStep(index, url);
    if (!step) return { hops, end: 'here' };
    if (seen.has(url.href) || hops.length === most) return { hops, end: 'loop' };
    seen.add(url.href);
    const to = new URL(step.location, url);
    to.hash = '';
    hops.push({ url: url.href, source: step.source, to: to.href });
    url = to;
  }
}

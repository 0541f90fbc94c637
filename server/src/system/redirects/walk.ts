import { canonicalPath } from './canonical';
import { locationParts, type FoundPart, type RedirectRule } from './rule';

/** Rules by where they begin, so that a request looks at a few and not at all of them. */
interface Index {
  readonly rules: readonly RedirectRule[];
  /** Position of the first rule; keys hold the domain, or nothing for any. */
  readonly exact: ReadonlyMap<string, number>;
  readonly kept: ReadonlyMap<string, number>;
  readonly keptBehindSlash: ReadonlyMap<string, number>;
  readonly whole: ReadonlyMap<string, number>;
}

const first = () => {
  const map = new Map<string, number>();
  const put = (key: string, position: number) => {
    if (!map.has(key)) map.set(key, position);
  };
  return { map, put };
};

export function indexRules(rules: readonly RedirectRule[]): Index {
  const [exact, kept, keptBehindSlash, whole] = [first(), first(), first(), first()];
  rules.forEach(({ source, kept: keeps }, position) => {
    const domain = source.domain ?? '';
    if (keeps) (keeps.slash === 'maybe' ? kept : keptBehindSlash).put(`${domain} ${keeps.prefix}`, position);
    else if (source.path === undefined) whole.put(domain, position);
    else exact.put(`${domain} ${source.path}`, position);
  });
  return {
    rules,
    exact: exact.map,
    kept: kept.map,
    keptBehindSlash: keptBehindSlash.map,
    whole: whole.map,
  };
}

/** ACME proves a domain by a file below this: it is never led elsewhere. */
export const ACME_PATH = '/.well-known/acme-challenge/';

interface Hit {
  readonly position: number;
  readonly slash: string;
  readonly rest: string;
}

/** Parts of a path up to each slash, in the one spelling, and what follows in the one it came in. */
function* prefixes(raw: string): Generator<{ prefix: string; rest: string | undefined }> {
  let prefix = '';
  const segments = raw.split('/');
  for (const [index, segment] of segments.entries()) {
    prefix += index === 0 ? canonicalPath(segment) : `/${canonicalPath(segment)}`;
    const isLast = index === segments.length - 1;
    yield { prefix, rest: isLast ? undefined : segments.slice(index + 1).join('/') };
  }
}

function* hits(index: Index, domain: string, path: string): Generator<Hit> {
  const at = (position: number | undefined, slash = '', rest = ''): Hit[] =>
    position === undefined ? [] : [{ position, slash, rest }];
  yield* at(index.whole.get(domain));
  yield* at(index.exact.get(`${domain} ${canonicalPath(path)}`));
  for (const { prefix, rest } of prefixes(path)) {
    const key = `${domain} ${prefix}`;
    // Two slashes at the beginning would make the answer an address of somebody else's.
    const follows = rest === undefined ? (['', ''] as const) : (['/', rest.replace(/^[/\\]+/, '')] as const);
    yield* at(index.kept.get(key), ...follows);
    if (rest !== undefined) yield* at(index.keptBehindSlash.get(key), ...follows);
  }
}

export interface Step {
  readonly rule: RedirectRule;
  /** As in the `Location` header. */
  readonly location: string;
}

/** What the web server answers to `host` and the path and query of a request, as they came. */
export function redirectOf(index: Index, host: string, request: string): Step | undefined {
  if (request.startsWith(ACME_PATH)) return undefined;
  const [, path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(request) ?? [];
  const found = [...hits(index, host, path), ...hits(index, '', path)];
  const hit = found.reduce<Hit | undefined>(
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

/** Names and port under which a site answers, as addresses of it hold them. */
export interface SiteNames {
  /** Punycode, lower case; the first is the name that it always has. */
  readonly names: readonly string[];
  /** Beside the standard ones; empty where there is none. */
  readonly port: string;
}

export interface Hop {
  readonly url: string;
  readonly source: string;
  readonly to: string;
}
export interface Walk {
  readonly hops: readonly Hop[];
  readonly end: 'here' | 'elsewhere' | 'loop';
}

/** Somebody else may listen on another port. */
const isOwn = ({ names, port }: SiteNames, url: URL): boolean =>
  names.includes(url.hostname) && (url.port === '' || url.port === port);

/** Follows redirects from an address as a browser does, at most so many. `known`: addresses that lead to an end. */
export function walkFrom(
  index: Index,
  site: SiteNames,
  { from, most, known }: { readonly from: URL; readonly most: number; readonly known?: Set<string> },
): Walk {
  const hops: Hop[] = [];
  const seen = new Set<string>();
  for (let url = from; ;) {
    if (!isOwn(site, url)) return { hops, end: 'elsewhere' };
    if (known?.has(url.href)) return { hops, end: 'here' };
    const step = redirectOf(index, url.hostname, `${url.pathname}${url.search}`);
    if (!step) return { hops, end: 'here' };
    if (seen.has(url.href) || hops.length === most) return { hops, end: 'loop' };
    seen.add(url.href);
    const to = new URL(step.location, url);
    to.hash = '';
    hops.push({ url: url.href, source: step.rule.redirect.source, to: to.href });
    url = to;
  }
}

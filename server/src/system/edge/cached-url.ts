import { coversName, type CdnPurge, type CdnQuery } from '@sitedeck/contract';

/** The normalised URL of a page: all spellings of one URL are equal. */
export interface CachedUrl {
  /** Lower case, without port. */
  readonly host: string;
  /** Decoded to bytes (latin1), without `.`, `..` and doubled slashes, as nginx reads it. */
  readonly path: string;
  /** As in the request, without `?`. */
  readonly query: string;
}

/** Decodes bytes, like nginx: a path need not be UTF-8. */
const percentDecoded = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A raw path as `CachedUrl` has it. */
export function normalisedPath(raw: string): string {
  const kept: string[] = [];
  const parts = percentDecoded(raw).split('/').slice(1);
  for (const part of parts)
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  const last = parts.at(-1) ?? '';
  const isFolder = last === '' || last === '.' || last === '..';
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`;
}

const URL_PARTS = /^https?:\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?/i;

/** Undefined if the text is not an absolute HTTP URL. */
function parseUrl(text: string): CachedUrl | undefined {
  const [, authority, path = '', query = ''] = URL_PARTS.exec(text) ?? [];
  if (authority === undefined || authority.includes('@')) return undefined;
  return { host: authority.toLowerCase().replace(/:\d*$/, ''), path: normalisedPath(path || '/'), query };
}

/** In a cache key, an encoding or a range follows the URL after a blank (nginx/sites/edge). */
export const urlOfKey = (key: string): CachedUrl | undefined => parseUrl(key.split(' ', 1)[0] ?? '');

/** Value of a parameter as nginx finds it: the first one of that name, in any case. */
function parameter(query: string, name: string): string {
  const found = query.split('&').find((part) => part.toLowerCase().startsWith(`${name.toLowerCase()}=`));
  return found?.slice(name.length + 1) ?? '';
}

/** The query string that the origin gets. */
function originQuery(query: string, policy: CdnQuery): string {
  if (policy.is === 'all') return query;
  if (policy.is === 'none') return '';
  const pairs = policy.names.map((name) => [name, parameter(query, name)] as const);
  return pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

type Matches = (url: CachedUrl) => boolean;

/** Which pages a purge removes. A URL without a query string stands for every query string. */
export function purgeMatcher(purge: CdnPurge, policy: CdnQuery): Matches {
  if (purge.is === 'all') return () => true;
  const wanted = purge.urls.map(parseUrl).filter((url) => url !== undefined);
  if (purge.is === 'prefix')
    return ({ host, path }) =>
      wanted.some((prefix) => coversName(prefix.host, host) && path.startsWith(prefix.path));
  const urls = wanted.map((url) => ({ ...url, query: originQuery(url.query, policy) }));
  return ({ host, path, query }) =>
    urls.some(
      (one) => coversName(one.host, host) && one.path === path && (one.query === '' || one.query === query),
    );
}

import { coversName, type CdnPurge, type CdnQuery } from '@sitedeck/contract';

/** The address of a page, spelled so that all forms of one address are equal. */
export interface CachedAddress {
  /** Lower case, without its port. */
  readonly host: string;
  /** Decoded to bytes (latin1), without `.`, `..` and doubled slashes, as nginx reads it. */
  readonly path: string;
  /** As sent, without `?`. */
  readonly query: string;
}

/** Byte by byte, like nginx: a path need not be UTF-8. */
const decoded = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function plainPath(raw: string): string {
  const kept: string[] = [];
  const parts = decoded(raw).split('/').slice(1);
  for (const part of parts)
    if (part === '..') kept.pop();
    else if (part !== '' && part !== '.') kept.push(part);
  const last = parts.at(-1) ?? '';
  const isFolder = last === '' || last === '.' || last === '..';
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`;
}

const ADDRESS = /^https?:\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?/i;

/** Undefined if the text is no address with a host. */
export function readAddress(text: string): CachedAddress | undefined {
  const [, authority, path = '', query = ''] = ADDRESS.exec(text) ?? [];
  if (authority === undefined || authority.includes('@')) return undefined;
  return { host: authority.toLowerCase().replace(/:\d*$/, ''), path: plainPath(path || '/'), query };
}

/** The key of a cached page ends with an encoding and perhaps a slice (nginx/sites/edge). */
export const addressOfKey = (key: string): CachedAddress | undefined =>
  readAddress(key.split(' ', 1)[0] ?? '');

/** Value of a parameter, as nginx finds it: names in any case, the first one counts. */
function parameter(query: string, name: string): string {
  const found = query.split('&').find((part) => part.toLowerCase().startsWith(`${name.toLowerCase()}=`));
  return found?.slice(name.length + 1) ?? '';
}

/** The part of a query string that the site gets. */
export function countedQuery(query: string, policy: CdnQuery): string {
  if (policy.is === 'all') return query;
  if (policy.is === 'none') return '';
  const pairs = policy.names.map((name) => [name, parameter(query, name)] as const);
  return pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

type Matches = (address: CachedAddress) => boolean;

/**
 * Which pages a purge removes. An address without a query string means all of its queries, too.
 */
export function purgeMatcher(purge: CdnPurge, policy: CdnQuery): Matches {
  if (purge.is === 'all') return () => true;
  const wanted = purge.urls.map(readAddress).filter((address) => address !== undefined);
  if (purge.is === 'prefix')
    return ({ host, path }) =>
      wanted.some((prefix) => coversName(prefix.host, host) && path.startsWith(prefix.path));
  const queries = wanted.map((address) => ({ ...address, query: countedQuery(address.query, policy) }));
  return ({ host, path, query }) =>
    queries.some(
      (one) => coversName(one.host, host) && one.path === path && (one.query === '' || one.query === query),
    );
}

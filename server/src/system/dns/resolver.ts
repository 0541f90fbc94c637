import { Resolver } from 'node:dns/promises';
import { codeOf } from '#faults/error-code';

/** `none`: the name has no such record or does not exist; `failed`: no server replied. */
export type DnsAnswer<Value> =
  | { readonly is: 'found'; readonly values: readonly Value[] }
  | { readonly is: 'none' }
  | { readonly is: 'failed' };

/** A CAA record (RFC 8659). */
export interface CaaRecord {
  /** Set: an authority that does not know the tag must not issue. */
  readonly critical: boolean;
  /** Lower case, such as `issue`. */
  readonly tag: string;
  readonly value: string;
}

/** Queries to DNS servers; `/etc/hosts` is never read. */
export interface Dns {
  readonly ipv4: (name: string) => Promise<DnsAnswer<string>>;
  readonly ipv6: (name: string) => Promise<DnsAnswer<string>>;
  readonly caa: (name: string) => Promise<DnsAnswer<CaaRecord>>;
  readonly txt: (name: string) => Promise<DnsAnswer<string>>;
}

/** Questions about zones, too. */
export interface ZoneDns extends Dns {
  /** Names of the servers of a zone; `none`: the name is no zone. */
  readonly ns: (name: string) => Promise<DnsAnswer<string>>;
  readonly cname: (name: string) => Promise<DnsAnswer<string>>;
}

const TRY_MS = 2000;
const TRIES = 2;
/** Values of one answer that are read; a domain's owner decides how many it has. */
const VALUES_MAX = 32;

/** Error codes for a missing name or record. */
const NONE = new Set(['ENODATA', 'ENOTFOUND']);

async function answerOf<Value>(asked: Promise<readonly Value[]>): Promise<DnsAnswer<Value>> {
  try {
    const values = (await asked).slice(0, VALUES_MAX);
    return values.length > 0 ? { is: 'found', values } : { is: 'none' };
  } catch (error) {
    return { is: NONE.has(codeOf(error) ?? '') ? 'none' : 'failed' };
  }
}

/** Node.js puts each tag into a field of its own. */
function caaOf({ critical, ...tags }: Readonly<Record<string, unknown>>): CaaRecord[] {
  return Object.entries(tags).flatMap(([tag, value]) =>
    typeof value === 'string' && tag !== 'type'
      ? [{ critical: critical !== 0, tag: tag.toLowerCase(), value }]
      : [],
  );
}

/** @param servers addresses, with a port if it is not 53; empty: those of this machine */
export function makeDns(servers: readonly string[], tries = TRIES): ZoneDns {
  const resolver = new Resolver({ timeout: TRY_MS, tries });
  if (servers.length > 0) resolver.setServers([...servers]);
  return {
    ipv4: (name) => answerOf(resolver.resolve4(name)),
    ipv6: (name) => answerOf(resolver.resolve6(name)),
    caa: (name) =>
      answerOf(
        resolver.resolveCaa(name).then((records) => records.flatMap((record) => caaOf({ ...record }))),
      ),
    txt: (name) => answerOf(resolver.resolveTxt(name).then((texts) => texts.map((parts) => parts.join('')))),
    ns: (name) => answerOf(resolver.resolveNs(name)),
    cname: (name) => answerOf(resolver.resolveCname(name)),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { makeDns, type Dns, type DnsAnswer, type ZoneDns } from './resolver';

/** Queries to the authoritative servers of a domain, where changes show at once. */
export interface AuthoritativeDns extends Dns {
  /** Whether the resolver replied to a query, because no authoritative server did. */
  readonly fellBack: () => boolean;
}

interface AuthoritativeParts {
  /** Finds the servers, and replies in place of those that do not. */
  readonly resolver: ZoneDns;
  /** Whether an address may be queried: owners of domains choose it. */
  readonly mayQuery: (address: string) => boolean;
  /** Port of the servers. */
  readonly port?: number;
}

type Query<Value> = (dns: ZoneDns, name: string) => Promise<DnsAnswer<Value>>;

const DNS_PORT = 53;
const SERVERS_MAX = 4;
/** Aliases to follow, each to a zone of its own. */
const ALIASES_MAX = 8;
/** Time for a reply, including the search for the servers; then the resolver is queried. */
const REPLY_MS = 6000;
const FAILED = { is: 'failed' } as const;

/** Finds the servers of the zone that a name belongs to; undefined: none was found or may be queried. */
class Zones {
  private readonly found = new Map<string, Promise<ZoneDns | undefined>>();

  constructor(private readonly parts: AuthoritativeParts) {}

  of(name: string): Promise<ZoneDns | undefined> {
    const found = this.found.get(name) ?? this.find(name);
    this.found.set(name, found);
    return found;
  }

  private async find(name: string): Promise<ZoneDns | undefined> {
    const { resolver, mayQuery, port = DNS_PORT } = this.parts;
    const [alias, servers] = await Promise.all([resolver.cname(name), resolver.ns(name)]);
    // For an alias, the servers are those of its target.
    if (alias.is === 'found' || servers.is === 'none') return this.ofParent(name);
    if (servers.is === 'failed') return undefined;
    const answers = await Promise.all(servers.values.slice(0, SERVERS_MAX).map((one) => resolver.ipv4(one)));
    const addresses = answers.flatMap((answer) => (answer.is === 'found' ? answer.values : []));
    const allowed = addresses.filter(mayQuery).slice(0, SERVERS_MAX);
    return allowed.length > 0
      ? makeDns(
          allowed.map((address) => `${address}:${port}`),
          1,
        )
      : undefined;
  }

  /** Top-level domains contain no records of owners. */
  private async ofParent(name: string): Promise<ZoneDns | undefined> {
    const parent = name.slice(name.indexOf('.') + 1);
    return parent.includes('.') ? this.of(parent) : undefined;
  }
}

/** Queries authoritative servers about one domain, its parents and the targets of its aliases. */
export function authoritativeDns(parts: AuthoritativeParts): AuthoritativeDns {
  const zones = new Zones(parts);
  let fellBack = false;

  /** Follows aliases: a server without the zone of an alias's target replies that there is no such record. */
  const followed = async <Value>(
    name: string,
    query: Query<Value>,
    aliases = 0,
  ): Promise<DnsAnswer<Value>> => {
    const dns = await zones.of(name);
    if (!dns) return FAILED;
    const answer = await query(dns, name);
    if (answer.is !== 'none') return answer;
    const alias = await dns.cname(name);
    const [target] = alias.is === 'found' ? alias.values : [];
    if (target === undefined) return answer;
    return aliases < ALIASES_MAX ? followed(target, query, aliases + 1) : FAILED;
  };

  const answerOf = async <Value>(name: string, query: Query<Value>): Promise<DnsAnswer<Value>> => {
    const late = sleep<DnsAnswer<Value>>(REPLY_MS, FAILED, { ref: false });
    const answer = await Promise.race([followed(name, query), late]);
    if (answer.is !== 'failed') return answer;
    fellBack = true;
    return query(parts.resolver, name);
  };

  return {
    ipv4: (name) => answerOf(name, (dns, one) => dns.ipv4(one)),
    ipv6: (name) => answerOf(name, (dns, one) => dns.ipv6(one)),
    caa: (name) => answerOf(name, (dns, one) => dns.caa(one)),
    txt: (name) => answerOf(name, (dns, one) => dns.txt(one)),
    fellBack: () => fellBack,
  };
}

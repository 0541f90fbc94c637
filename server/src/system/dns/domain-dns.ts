import { isIPv6 } from 'node:net';
import type { DnsRecord, DnsState, DomainDns } from '@sitedeck/contract';
import { caaForbids, caaText, relevantCaa } from './caa';
import type { CaaRecord, Dns, DnsAnswer } from './resolver';

/** What the DNS records of a domain should contain. */
export interface DnsTarget {
  /** Addresses of this server. */
  readonly addresses: readonly string[];
  /** Names of the certificate authority in CAA records; empty: unknown. */
  readonly authorities: readonly string[];
}

const valuesOf = <Value>(answer: DnsAnswer<Value>): readonly Value[] =>
  answer.is === 'found' ? answer.values : [];

/** IPv6 addresses have several notations; the URL parser gives the shortest one. */
const spelled = (address: string): string =>
  isIPv6(address) ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;

const areOurs = (found: readonly string[], own: readonly string[]): boolean =>
  found.every((address) => own.includes(spelled(address)));

function stateOf(
  { ipv4, ipv6 }: { ipv4: DnsAnswer<string>; ipv6: DnsAnswer<string> },
  own: readonly string[],
): DnsState {
  if (ipv4.is === 'failed') return 'unknown';
  const found = ipv4.is === 'found' ? ipv4.values : valuesOf(ipv6);
  if (found.length === 0) return ipv6.is === 'failed' ? 'unknown' : 'nowhere';
  return areOurs(found, own) ? 'here' : 'elsewhere';
}

function caaRecord(
  name: string,
  found: readonly CaaRecord[],
  { forbids, authorities }: { forbids: boolean; authorities: readonly string[] },
): DnsRecord {
  return {
    type: 'CAA',
    name,
    found: found.map(caaText),
    expected: forbids ? authorities.slice(0, 1).map((value) => `0 issue "${value}"`) : [],
    isRight: !forbids,
  };
}

/** Checks where a domain points and whether a certificate may be issued for it. Never rejects. */
export async function checkDomainDns(
  dns: Dns,
  name: string,
  { addresses, authorities }: DnsTarget,
): Promise<Omit<DomainDns, 'checkedAt'>> {
  const own = addresses.map(spelled);
  const [ipv4, ipv6, caa] = await Promise.all([dns.ipv4(name), dns.ipv6(name), relevantCaa(dns, name)]);
  const [a, aaaa, caaFound] = [valuesOf(ipv4), valuesOf(ipv6), valuesOf(caa)];
  const expected = {
    a: own.filter((address) => !isIPv6(address)),
    aaaa: own.filter(isIPv6),
  };
  const state = stateOf({ ipv4, ipv6 }, own);
  const forbids = caaForbids(caaFound, name, authorities);
  const aRecord: DnsRecord = {
    type: 'A',
    name,
    found: [...a],
    expected: expected.a,
    isRight: a.length > 0 ? areOurs(a, own) : state === 'here',
  };
  const aaaaRecord: DnsRecord = {
    type: 'AAAA',
    name,
    found: [...aaaa],
    expected: expected.aaaa,
    isRight: areOurs(aaaa, own),
  };
  return {
    state,
    records: [
      aRecord,
      ...(aaaa.length > 0 || expected.aaaa.length > 0 ? [aaaaRecord] : []),
      ...(caaFound.length > 0 ? [caaRecord(name, caaFound, { forbids, authorities })] : []),
    ],
    caaForbids: forbids,
    aaaaElsewhere: state === 'here' && !aaaaRecord.isRight,
  };
}

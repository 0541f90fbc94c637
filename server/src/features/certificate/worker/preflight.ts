import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import {
  shownDomain,
  type ChallengeWay,
  type DnsRecord,
  type DomainDns,
  type FaultReason,
} from '@sitedeck/contract';
import type { HostFacts } from '#sites/host-scope';
import { makeQueue } from '#system/concurrency/queue';
import { checkDomainDns, type DnsTarget } from '#system/dns/domain-dns';
import type { AuthoritativeDns } from '#system/dns/authoritative';
import type { Dns } from '#system/dns/resolver';
import type { Finding } from '../protocol';
import { makeResponders, type ChallengeParts, type ChallengeResponse } from './challenge-ways';

export interface PreflightParts extends ChallengeParts {
  readonly dns: Dns;
  /** Starts queries to the authoritative servers about one domain; undefined: the operator has named the servers to query. */
  readonly authoritative: (() => AuthoritativeDns) | undefined;
  readonly dnsTarget: DnsTarget;
  /** Port that the authority uses for HTTP validation. */
  readonly httpPort: number;
}

interface PreflightRequest {
  readonly names: readonly string[];
  readonly way: ChallengeWay;
}

type Point = Finding['point'];
type Values = Finding['values'];

const ok = (name: string, point: Point): Finding => ({ name, point, result: 'ok', reason: null, values: {} });
const failed = (name: string, point: Point, [reason, values]: readonly [FaultReason, Values]): Finding => ({
  name,
  point,
  result: 'failed',
  reason,
  values: { domain: shownDomain(name), ...values },
});

const warning = (...facts: Parameters<typeof failed>): Finding => ({
  ...failed(...facts),
  result: 'warning',
});

const AT_ONCE = 16;
const FETCH_MS = 5000;
const BODY_MAX = 4096;

const valuesOf = (dns: Pick<DomainDns, 'records'>, type: DnsRecord['type']) => {
  const record = dns.records.find((one) => one.type === type);
  return { found: record?.found.join(', ') ?? '', expected: record?.expected.join(', ') ?? '' };
};

interface CheckedDomain {
  readonly name: string;
  readonly dns: Omit<DomainDns, 'checkedAt'>;
  /** The authoritative servers did not reply, so the resolver was queried. */
  readonly fellBack: boolean;
}

async function checkDns(
  { dns, authoritative, dnsTarget }: PreflightParts,
  name: string,
): Promise<CheckedDomain> {
  const servers = authoritative?.();
  const found = await checkDomainDns(servers ?? dns, name, dnsTarget);
  return { name, dns: found, fellBack: servers?.fellBack() ?? false };
}

function addressFinding(name: string, dns: Omit<DomainDns, 'checkedAt'>): Finding {
  switch (dns.state) {
    case 'here':
      return ok(name, 'dns');
    case 'elsewhere':
      return failed(name, 'dns', ['certificate-dns-elsewhere', valuesOf(dns, 'A')]);
    case 'nowhere':
      return failed(name, 'dns', ['certificate-dns-nowhere', valuesOf(dns, 'A')]);
    case 'unknown':
      return failed(name, 'dns', ['domain-dns-unavailable', {}]);
  }
}

/** Checks of a domain's DNS records. It has to point here for DNS validation too, or a host could request others' names. */
function dnsFindings(
  { name, dns, fellBack }: CheckedDomain,
  { way, authority }: { readonly way: ChallengeWay; readonly authority: string },
): readonly Finding[] {
  const caa = dns.caaForbids ? failed(name, 'caa', ['certificate-caa', { authority }]) : ok(name, 'caa');
  const address = addressFinding(name, dns);
  const servers = fellBack ? [warning(name, 'servers', ['certificate-dns-servers', {}])] : [];
  if (way === 'dns') return [address, ...servers, caa];
  const aaaa = dns.aaaaElsewhere
    ? failed(name, 'aaaa', ['certificate-aaaa-elsewhere', valuesOf(dns, 'AAAA')])
    : ok(name, 'aaaa');
  return [address, ...servers, aaaa, caa];
}

type FetchResult = { readonly is: 'replied'; readonly body: string } | { readonly is: 'unreachable' };

/** Fetches a path of a domain from this server's own address, as the authority will do from outside. */
function fetchLikeAuthority(
  address: string,
  port: number,
  { name, path }: { name: string; path: string },
): Promise<FetchResult> {
  return new Promise((resolve) => {
    const sent = request({
      host: address,
      port,
      path,
      headers: { host: name },
      agent: false,
      timeout: FETCH_MS,
    });
    const fail = () => {
      sent.destroy();
      resolve({ is: 'unreachable' });
    };
    sent.on('error', fail).on('timeout', fail);
    sent.on('response', (reply) => {
      let body = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => {
        body += part;
        if (body.length > BODY_MAX) reply.destroy();
      });
      reply.on('close', () => resolve({ is: 'replied', body }));
    });
    sent.end();
  });
}

/** Whether a challenge response that has just been placed is reachable. */
async function reachabilityFinding(
  { httpPort }: PreflightParts,
  {
    name,
    address,
    response,
  }: { readonly name: string; readonly address: string; readonly response: ChallengeResponse },
): Promise<Finding> {
  const path = `/.well-known/acme-challenge/${response.token}`;
  const fetched = await fetchLikeAuthority(address, httpPort, { name, path });
  if (fetched.is === 'replied')
    return fetched.body.trim() === response.content
      ? ok(name, 'challenge')
      : failed(name, 'challenge', ['certificate-challenge-elsewhere', {}]);
  // Some networks do not let a server reach its own public address, so this is only a warning.
  return warning(name, 'challenge', ['certificate-port-closed', { port: httpPort }]);
}

/** Places a test file at the validation path and fetches it. */
async function challengeFindings(
  parts: PreflightParts,
  host: HostFacts,
  { way, reachable }: { way: ChallengeWay; reachable: readonly { name: string; address: string }[] },
): Promise<readonly Finding[]> {
  const secret = () => randomBytes(16).toString('hex');
  const response: ChallengeResponse = { domain: '', token: `check-${secret()}`, content: secret() };
  const remove = await makeResponders(parts)[way](host, response);
  try {
    return await Promise.all(reachable.map((one) => reachabilityFinding(parts, { ...one, response })));
  } finally {
    await remove();
  }
}

/**
 * Checks what an authority will check, without contacting it. Refuses with `certificate-directory-protected` if the
 * validation file can't be written to the site's folder.
 */
export async function preflight(
  parts: PreflightParts,
  host: HostFacts,
  { names, way }: PreflightRequest,
): Promise<readonly Finding[]> {
  const [authority = ''] = parts.dnsTarget.authorities;
  const inTurn = makeQueue(AT_ONCE, names.length);
  const checked = await Promise.all(names.map((name) => inTurn(() => checkDns(parts, name))));
  const findings = checked.flatMap((one) => dnsFindings(one, { way, authority }));
  if (way === 'dns') return findings;
  const reachable = checked.flatMap(({ name, dns: found }) => {
    const address =
      found.state === 'here' ? found.records.find(({ type }) => type === 'A')?.found[0] : undefined;
    return address === undefined ? [] : [{ name, address }];
  });
  return [...findings, ...(await challengeFindings(parts, host, { way, reachable }))];
}

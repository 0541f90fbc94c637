import type { DomainDns, HostCode } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { makeQueue } from '#system/concurrency/queue';
import { checkDomainDns } from '#system/dns/domain-dns';
import { boundName } from './bound-name';
import type { DomainCalls, DomainParts } from './calls';

/** Domains that are checked at the same time, of all hosts. */
const CHECKS_AT_ONCE = 32;
const CHECKS_WAITING_MAX = 1000;

export function dnsHandlers({
  db,
  dns,
  dnsTarget,
  now,
}: DomainParts): Handlers<Pick<DomainCalls, 'queryBindDomainStatus'>> {
  const inTurn = makeQueue(CHECKS_AT_ONCE, CHECKS_WAITING_MAX);

  const check = async (name: string): Promise<DomainDns> => ({
    ...(await checkDomainDns(dns, name, dnsTarget)),
    checkedAt: new Date(now()).toISOString(),
  });

  const store = (hostCode: HostCode, name: string, found: DomainDns) =>
    db
      .updateTable('domain')
      .set({ dns: JSON.stringify(found) })
      .where('host_code', '=', hostCode)
      .where('name', '=', name)
      .execute();

  return {
    queryBindDomainStatus: async ({ body }, context) => {
      const names = [...new Set(body.domains.map((typed) => boundName(typed, context)))];
      const domains = await Promise.all(
        names.map(async (domain) => ({ domain, dns: await inTurn(() => check(domain)) })),
      );
      for (const { domain, dns: found } of domains) await store(context.scope.hostCode, domain, found);
      return { domains };
    },
  };
}

import type { Handlers } from '#api/calls/handlers';
import { refreshDomainDns } from '#sites/domain-dns';
import { makeQueue } from '#system/concurrency/queue';
import { boundName } from './bound-name';
import type { DomainCalls, DomainParts } from './calls';

/** Domains that are checked at the same time, of all hosts. */
const CHECKS_AT_ONCE = 32;
const CHECKS_WAITING_MAX = 1000;

export function dnsHandlers(parts: DomainParts): Handlers<Pick<DomainCalls, 'queryBindDomainStatus'>> {
  const inTurn = makeQueue(CHECKS_AT_ONCE, CHECKS_WAITING_MAX);
  return {
    queryBindDomainStatus: async ({ body }, context) => {
      const { hostCode } = context.scope;
      const names = [...new Set(body.domains.map((typed) => boundName(typed, context)))];
      const check = async (domain: string) => ({
        domain,
        dns: await inTurn(() => refreshDomainDns(parts, hostCode, domain)),
      });
      return { domains: await Promise.all(names.map(check)) };
    },
  };
}

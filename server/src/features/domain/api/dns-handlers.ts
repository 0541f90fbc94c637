import type { Handlers } from '#api/calls/handlers';
import { refreshDomainDns } from '#sites/domain-dns';
import { boundName } from './bound-name';
import type { DomainCalls, DomainParts, HostQueue } from './calls';

export const dnsHandlers = (
  parts: DomainParts,
  inTurn: HostQueue,
): Handlers<Pick<DomainCalls, 'queryBindDomainStatus'>> => ({
  queryBindDomainStatus: async ({ body }, context) => {
    const { hostCode } = context.scope;
    const names = [...new Set(body.domains.map((typed) => boundName(typed, context)))];
    const check = async (domain: string) => ({
      domain,
      dns: await refreshDomainDns(parts, hostCode, domain),
    });
    return { domains: await inTurn(hostCode, () => Promise.all(names.map(check))) };
  },
});

import type { Handlers } from '#api/calls/handlers';
import { boundName } from './bound-name';
import type { DomainCalls, DomainParts, HostQueue } from './calls';

export const icpHandlers = (
  { icp }: DomainParts,
  inTurn: HostQueue,
): Handlers<Pick<DomainCalls, 'queryIcpList'>> => ({
  queryIcpList: async ({ body }, context) => {
    const names = [...new Set(body.domains.map((typed) => boundName(typed, context)))];
    return { domains: icp ? [...(await inTurn(context.scope.hostCode, () => icp(names)))] : [] };
  },
});

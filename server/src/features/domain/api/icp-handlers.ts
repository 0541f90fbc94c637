import type { Handlers } from '#api/calls/handlers';
import { boundName } from './bound-name';
import type { DomainCalls, DomainParts, InTurn } from './calls';

export const icpHandlers = (
  { icp }: DomainParts,
  inTurn: InTurn,
): Handlers<Pick<DomainCalls, 'queryIcpList'>> => ({
  queryIcpList: async ({ body }, context) => {
    const names = [...new Set(body.domains.map((typed) => boundName(typed, context)))];
    return { domains: icp ? [...(await inTurn(context.scope.hostCode, () => icp(names)))] : [] };
  },
});

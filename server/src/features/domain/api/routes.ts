import type { Handlers } from '#api/calls/handlers';
import { bindHandlers } from './bind-handlers';
import type { DomainCalls, DomainParts } from './calls';
import { changeHandlers } from './change-handlers';
import { listHandlers } from './list-handlers';

export type { DomainCalls, DomainParts } from './calls';

/** Answers the console's calls about domains. */
export const domainHandlers = (parts: DomainParts): Handlers<DomainCalls> => ({
  ...listHandlers(parts),
  ...bindHandlers(parts),
  ...changeHandlers(parts),
});

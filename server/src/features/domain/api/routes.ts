import type { Handlers } from '#api/calls/handlers';
import { bindHandlers, makeBindTyped } from './bind-handlers';
import type { DomainCalls, DomainParts } from './calls';
import { changeHandlers } from './change-handlers';
import { dnsHandlers } from './dns-handlers';
import { icpHandlers } from './icp-handlers';
import { listFileHandlers } from './list-file-handlers';
import { listHandlers } from './list-handlers';
import { transferHandlers } from './transfer-handlers';

export type { DomainCalls, DomainParts } from './calls';

/** Answers the console's calls about domains. */
export function domainHandlers(parts: DomainParts): Handlers<DomainCalls> {
  const bindTyped = makeBindTyped(parts);
  return {
    ...listHandlers(parts),
    ...bindHandlers(bindTyped),
    ...changeHandlers(parts),
    ...listFileHandlers(parts, bindTyped),
    ...dnsHandlers(parts),
    ...transferHandlers(parts),
    ...icpHandlers(parts),
  };
}

import type { Handlers } from '#api/calls/handlers';
import { makeFairQueue } from '#system/concurrency/queue';
import { bindHandlers, makeBindTyped } from './bind-handlers';
import type { DomainCalls, DomainParts } from './calls';
import { changeHandlers } from './change-handlers';
import { dnsHandlers } from './dns-handlers';
import { icpHandlers } from './icp-handlers';
import { listFileHandlers } from './list-file-handlers';
import { listHandlers } from './list-handlers';
import { transferHandlers } from './transfer-handlers';

export type { DomainCalls, DomainParts } from './calls';

/** Calls of all hosts that may query other servers at the same time, each for up to `DNS_NAMES_MAX` domains. */
const QUERIES_AT_ONCE = 16;
/** Such calls of one host that may run or wait: a page needs a few of them for all its domains. */
const QUERIES_PER_HOST = 10;

/** Answers the console's calls about domains. */
export function domainHandlers(parts: DomainParts): Handlers<DomainCalls> {
  const bindTyped = makeBindTyped(parts);
  const inTurn = makeFairQueue(QUERIES_AT_ONCE, QUERIES_PER_HOST);
  return {
    ...listHandlers(parts),
    ...bindHandlers(bindTyped),
    ...changeHandlers(parts),
    ...listFileHandlers(parts, bindTyped),
    ...dnsHandlers(parts, inTurn),
    ...transferHandlers(parts, inTurn),
    ...icpHandlers(parts, inTurn),
  };
}

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

/** Calls that ask other servers at the same time, of all hosts; each asks about up to `DNS_NAMES_MAX` domains. */
const ASKING_AT_ONCE = 16;
/** Such calls of one host that run or wait: a page asks about all its domains in a few of them. */
const ASKING_OF_HOST = 10;

/** Answers the console's calls about domains. */
export function domainHandlers(parts: DomainParts): Handlers<DomainCalls> {
  const bindTyped = makeBindTyped(parts);
  const inTurn = makeFairQueue(ASKING_AT_ONCE, ASKING_OF_HOST);
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

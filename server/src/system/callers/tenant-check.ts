import type { Logger } from 'pino';
import type { CageState } from '#system/cage/engine';
import { isWithin } from '#system/egress/address-rules';
import { interfaceAddresses } from '#system/egress/network-of';
import { isInRange, type Isolation, type UidRange } from '#system/process/identity';
import type { OwnerOf } from './socket-owners';
import type { TcpConnection } from './tcp-tables';

/** Resolves to whether the program at the other end may use a door of the provider or of the console. */
export type MayConnect = (connection: TcpConnection) => Promise<boolean>;

interface TenantCheckParts {
  readonly hostUids: UidRange;
  readonly isolation: Isolation;
  readonly cages: CageState;
  readonly ownerOf: OwnerOf;
  readonly log: Pick<Logger, 'warn'>;
}

const isLoopback = isWithin(['127.0.0.0/8', '::1']);

/** Interfaces are read each time: a program may use a new address at once. */
function isOwnAddress(given: string): boolean {
  const address = given.replace(/%.*$/, '');
  return isLoopback(address) || isWithin(interfaceAddresses())(address);
}

const LINE_MS = 60_000;

/** Logs at most one line a minute, with the number of refusals since the line before. */
function makeReport(log: TenantCheckParts['log'], door: string, text: string) {
  let [refused, loggedAt] = [0, -Infinity];
  return (facts: Readonly<Record<string, number>>): void => {
    refused += 1;
    if (performance.now() - loggedAt < LINE_MS) return;
    log.warn({ door, ...facts, refused }, text);
    [refused, loggedAt] = [0, performance.now()];
  };
}

/**
 * Uids of programs that are refused; undefined: none. In cages under one uid, programs of hosts have our own. Without
 * root and cages they could read the provider's key and use its unix socket anyway.
 */
function refusedUids({ hostUids, isolation, cages }: TenantCheckParts): UidRange | undefined {
  if (isolation.is === 'separate') return hostUids;
  return cages === 'off' ? undefined : { first: isolation.uid, last: isolation.uid };
}

/**
 * Refuses connections from this machine whose owner is a host, or can't be found: its socket may be closed already, but
 * its request would still be read.
 * @param door name of the port in the log
 */
export function makeTenantCheck(parts: TenantCheckParts, door: string): MayConnect {
  const { ownerOf, log } = parts;
  const refused = refusedUids(parts);
  if (!refused) return () => Promise.resolve(true);
  const reportHost = makeReport(log, door, 'refused a connection of a host’s program');
  const reportUnknown = makeReport(
    log,
    door,
    'refused a connection from this machine whose program was not found',
  );
  return async (connection) => {
    if (!isOwnAddress(connection.peer.address)) return true;
    const uid = await ownerOf(connection);
    if (uid === undefined) reportUnknown({});
    else if (isInRange(refused, uid)) reportHost({ uid });
    else return true;
    return false;
  };
}

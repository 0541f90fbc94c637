import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { makeAddressRule } from '#system/egress/address-rules';
import { Refusal } from '#faults/refusal';

export interface Networks {
  /** Those that may be reached although they are not public. */
  readonly allowed: readonly string[];
  /** Addresses of this machine that its network interfaces don't show. */
  readonly own: readonly string[];
}

const addressesHere = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));

/** Nobody can end a question to the name server: whoever asked waits for the answer no longer. */
async function askedName(name: string, signal: AbortSignal): Promise<{ readonly address: string }[]> {
  signal.throwIfAborted();
  const ended = new AbortController();
  const stopped = new Promise<never>((_resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true, signal: ended.signal });
  });
  try {
    return await Promise.race([lookup(name, { all: true }).catch(() => []), stopped]);
  } finally {
    ended.abort();
  }
}

/**
 * One address of a server, checked: whoever connects goes to this very address, whatever the name says a moment later.
 * Refuses `target-refused` where any of its addresses may not be reached, `target-unreachable` where it has none.
 */
export async function checkedAddress(
  server: string,
  { allowed, own }: Networks,
  signal: AbortSignal,
): Promise<string> {
  const name = server.replace(/^\[(.*)\]$/, '$1');
  const isAllowed = makeAddressRule(allowed, [...own, ...addressesHere()]);
  const found = isIP(name) === 0 ? await askedName(name, signal) : [{ address: name }];
  const [first] = found;
  if (!first) throw new Refusal('target-unreachable', { values: { why: 'DNS' } });
  if (!found.every(({ address }) => isAllowed(address)))
    throw new Refusal('target-refused', { values: { host: name } });
  return first.address;
}

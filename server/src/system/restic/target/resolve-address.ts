import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { makeAddressRule } from '#system/egress/address-rules';
import { Refusal } from '#faults/refusal';

export interface Networks {
  /** Private networks that may be reached. */
  readonly allowed: readonly string[];
  /** Addresses of this machine that its network interfaces don't list. */
  readonly own: readonly string[];
}

const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));

/** Resolves a name. A DNS lookup can't be cancelled, so an abort only stops waiting for it. */
async function resolveName(name: string, signal: AbortSignal): Promise<{ readonly address: string }[]> {
  signal.throwIfAborted();
  const settled = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([lookup(name, { all: true }).catch(() => []), aborted]);
  } finally {
    settled.abort();
  }
}

/**
 * Resolves a server's name and checks the addresses. The caller connects to the returned address, since the name may resolve
 * to another a moment later. Refuses with `target-refused` if any address is forbidden, or with `target-unreachable` if there is none.
 */
export async function resolveAllowedAddress(
  server: string,
  { allowed, own }: Networks,
  signal: AbortSignal,
): Promise<string> {
  const name = server.replace(/^\[(.*)\]$/, '$1');
  const isAllowed = makeAddressRule(allowed, [...own, ...interfaceAddresses()]);
  const found = isIP(name) === 0 ? await resolveName(name, signal) : [{ address: name }];
  const [first] = found;
  if (!first) throw new Refusal('target-unreachable', { values: { why: 'DNS' } });
  if (!found.every(({ address }) => isAllowed(address)))
    throw new Refusal('target-refused', { values: { host: name } });
  return first.address;
}

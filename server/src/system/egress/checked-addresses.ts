import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { makeAddressRule } from './address-rules';

export interface EgressRules {
  /** Networks that may be reached although they are not public. */
  readonly allowed: readonly string[];
  /** Addresses of this machine that its network interfaces don't show. */
  readonly own?: readonly string[];
  /** Resolves a name to all of its addresses. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

export type CheckedAddresses =
  | { readonly is: 'allowed'; readonly addresses: readonly [string, ...string[]] }
  /** At least one address of the name is forbidden. */
  | { readonly is: 'refused' }
  /** The name has no address. */
  | { readonly is: 'unknown' };

const localAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));

const resolveAll = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/** A DNS lookup can't be cancelled, so an abort only stops waiting for it. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const settled = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    settled.abort();
  }
}

/**
 * Resolves a server's name, or takes an address, and checks all addresses. The caller connects to one of the returned
 * addresses, since the name may resolve to another a moment later.
 * @param server a name or an IP address, IPv6 also in brackets
 */
export async function checkedAddresses(
  server: string,
  { allowed, own = [], resolve = resolveAll }: EgressRules,
  signal: AbortSignal,
): Promise<CheckedAddresses> {
  const name = server.replace(/^\[(.*)\]$/, '$1');
  const isAllowed = makeAddressRule(allowed, [...own, ...localAddresses()]);
  const all =
    isIP(name) === 0
      ? await untilAborted(
          resolve(name).catch(() => []),
          signal,
        )
      : [name];
  const [first, ...others] = all;
  if (first === undefined) return { is: 'unknown' };
  return all.every(isAllowed) ? { is: 'allowed', addresses: [first, ...others] } : { is: 'refused' };
}

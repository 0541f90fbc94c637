import { checkedAddresses } from '#system/egress/checked-addresses';
import { Refusal } from '#faults/refusal';

export interface Networks {
  /** Private networks that may be reached. */
  readonly allowed: readonly string[];
  /** Addresses of this machine that its network interfaces don't list. */
  readonly own: readonly string[];
}

/**
 * Resolves a server's name and checks the addresses. The caller connects to the returned address, since the name may resolve
 * to another a moment later. Refuses with `target-refused` if any address is forbidden, or with `target-unreachable` if there is none.
 */
export async function resolveAllowedAddress(
  server: string,
  networks: Networks,
  signal: AbortSignal,
): Promise<string> {
  const checked = await checkedAddresses(server, networks, signal);
  if (checked.is === 'unknown') throw new Refusal('target-unreachable', { values: { why: 'DNS' } });
  if (checked.is === 'refused')
    throw new Refusal('target-refused', { values: { host: server.replace(/^\[(.*)\]$/, '$1') } });
  return checked.addresses[0];
}

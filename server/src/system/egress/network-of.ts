import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The network to which an address belongs for limits per caller. */
export type NetworkOf = (address: string) => string;

/** All addresses of this machine: a program on it can use any of them. */
export const THIS_MACHINE = 'this-machine';

/** The eight groups of an IPv6 address, with `::` expanded. */
export function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** /24 of IPv4, /48 of IPv6: addresses that one user can easily obtain. */
export function addressPrefix(given: string): string {
  const address = plain(given);
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(address)) return address;
  const prefix = groupsOf(address)
    .slice(0, 3)
    .map((group) => parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/48`;
}

export const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => plain(address)));

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

function ownAddresses(publicAddresses: readonly string[]): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  for (const address of [...interfaceAddresses(), ...publicAddresses])
    if (isIPv4(address) || isIPv6(address)) list.addAddress(address, familyOf(address));
  return list;
}

/** The addresses of the interfaces change; they are read again after this time, ms. */
const INTERFACES_MS = 60_000;

/**
 * Maps an address to the prefix of its network, and every address of this machine to one name.
 * @param publicAddresses those of this machine that its interfaces don't show
 */
export function makeNetworkOf(publicAddresses: readonly string[]): NetworkOf {
  let [own, readAt] = [ownAddresses(publicAddresses), performance.now()];
  return (given) => {
    if (performance.now() - readAt > INTERFACES_MS)
      [own, readAt] = [ownAddresses(publicAddresses), performance.now()];
    const address = plain(given);
    const isOwn = (isIPv4(address) || isIPv6(address)) && own.check(address, familyOf(address));
    return isOwn ? THIS_MACHINE : addressPrefix(address);
  };
}

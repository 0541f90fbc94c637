import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 networks that are not public (IANA’s registry of special addresses), multicast and reserved ones. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** The only public network of IPv6; loopback, link-local, mapped and multicast addresses are outside it. */
const PUBLIC_6 = '2000::/3';
/** Inside it: protocols, examples, and ways to wrap an IPv4 address. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

const PRIVATE_4 = listOf(NOT_PUBLIC_4);
const ALL_6 = listOf([PUBLIC_6]);
const PRIVATE_6 = listOf(NOT_PUBLIC_6);

/** A network like `10.1.0.0/16`, or one address. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** The kernel reads `::ffff:7f00:1` as 127.0.0.1, in every spelling. */
export function asIPv4(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const halves = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(address);
  if (!halves) return address;
  const [high, low] = [parseInt(halves[1] ?? '', 16), parseInt(halves[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether an address lies in one of these networks. */
export function isWithin(networks: readonly string[]): (address: string) => boolean {
  const list = listOf(networks);
  return (given) => {
    const address = asIPv4(given);
    return isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  };
}

/**
 * @param allowed networks that the provider allows although they are not public
 * @param own addresses of this machine: a service meant for local programs may listen there
 */
export function makeAddressRule(
  allowed: readonly string[],
  own: readonly string[] = [],
): (address: string) => boolean {
  const [exceptions, ours] = [listOf(allowed), listOf(own.filter((address) => isIP(address) !== 0))];
  return (given) => {
    // A zone id names an interface, so the address is link-local.
    if (given.includes('%')) return false;
    const address = asIPv4(given);
    if (isIP(address) === 0) return false;
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (exceptions.check(address, family)) return true;
    if (ours.check(address, family)) return false;
    if (family === 'ipv4') return !PRIVATE_4.check(address, 'ipv4');
    return ALL_6.check(address, 'ipv6') && !PRIVATE_6.check(address, 'ipv6');
  };
}

import { readFileSync } from 'node:fs';
import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { servesTls } from './console-addresses';
import type { Settings } from './settings';

/** Whether this machine supports IPv6: nginx does not start on an unavailable address. */
export function hasIpv6(): boolean {
  try {
    return readFileSync('/proc/net/if_inet6', 'utf8').trim() !== '';
  } catch {
    return false;
  }
}

/** Addresses in nginx's form. */
const everyAddress = (): readonly string[] => (hasIpv6() ? ['0.0.0.0', '[::]'] : ['0.0.0.0']);
const loopback = (): readonly string[] => (hasIpv6() ? ['127.0.0.1', '[::1]'] : ['127.0.0.1']);

/**
 * Addresses of the console. Plain HTTP only serves this machine's own browser, unless the operator allows
 * more.
 */
export const frontAddresses = (settings: Settings): readonly string[] =>
  servesTls(settings) || settings.ALLOW_PLAIN_HTTP ? everyAddress() : loopback();

/** Addresses of the sites. */
export const sitesAddresses = ({ SITES_BIND }: Settings): readonly string[] =>
  SITES_BIND === undefined ? everyAddress() : [SITES_BIND];

/** Addresses of the sites, with the port. */
export const sitesListen = (settings: Settings): readonly string[] =>
  sitesAddresses(settings).map((address) => `${address}:${settings.SITES_PORT}`);

/** The same for TLS. */
export const sitesTlsListen = (settings: Settings): readonly string[] =>
  sitesAddresses(settings).map((address) => `${address}:${settings.SITES_TLS_PORT}`);

/** Where this machine itself reaches its sites. */
export const ownSites = ({ SITES_BIND, SITES_PORT, SITES_TLS_PORT }: Settings) => ({
  host: SITES_BIND ?? '127.0.0.1',
  port: SITES_PORT,
  tlsPort: SITES_TLS_PORT,
});

/** IPv4 networks that routers of the internet do not forward (RFC 1918, RFC 6598), and link-local addresses. */
const internal = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  internal.addSubnet(network, prefix, 'ipv4');

const outerAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) =>
    all
      .filter(({ internal: isLoopback, address }) => !isLoopback && isIPv4(address))
      .map(({ address }) => address),
  );

/**
 * Addresses under which owners find this server: those that the operator set, else the public ones of its
 * interfaces, else its first one.
 */
export function serverAddresses(
  { PUBLIC_IPS }: Pick<Settings, 'PUBLIC_IPS'>,
  found: readonly string[] = outerAddresses(),
): readonly string[] {
  if (PUBLIC_IPS.length > 0) return PUBLIC_IPS;
  const open = found.filter((address) => !internal.check(address, 'ipv4'));
  return open.length > 0 ? open : found.slice(0, 1);
}

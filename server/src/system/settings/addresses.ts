import { readFileSync } from 'node:fs';
import { servesTls, type Settings } from './settings';

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

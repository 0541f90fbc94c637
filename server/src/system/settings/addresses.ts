import { readFileSync } from 'node:fs';
import { servesTls, type Settings } from './settings';

/** Whether this machine speaks IPv6 at all: nginx does not start on an address that can't be had. */
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

/** Where the console listens: plain HTTP is for this machine's own browser, unless the operator says otherwise. */
export const frontAddresses = (settings: Settings): readonly string[] =>
  servesTls(settings) || settings.ALLOW_PLAIN_HTTP ? everyAddress() : loopback();

/** Where the sites listen. */
export const sitesAddresses = ({ SITES_BIND }: Settings): readonly string[] =>
  SITES_BIND === undefined ? everyAddress() : [SITES_BIND];

/** Where the sites listen, with the port. */
export const sitesListen = (settings: Settings): readonly string[] =>
  sitesAddresses(settings).map((address) => `${address}:${settings.SITES_PORT}`);

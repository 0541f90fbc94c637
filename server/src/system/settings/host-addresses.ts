import { consoleOrigins } from './console-addresses';
import type { Settings } from './settings';

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

/** Without TLS, passwords only travel on this machine, unless the operator allows more. */
export const ftpNeedsTls = ({ FTP_BIND, FTP_PLAIN }: Settings): boolean =>
  !FTP_PLAIN && !(FTP_BIND !== undefined && isLoopback(FTP_BIND));

/** Addresses by which owners reach their hosts besides the console. */
export function hostReach(settings: Settings): {
  readonly ftp: { readonly host: string; readonly port: number };
  /** Address of the database engine for programs on its machine. */
  readonly database: string;
} {
  const [origin = 'http://localhost'] = consoleOrigins(settings);
  const [first = new URL(origin).hostname] = settings.PUBLIC_IPS;
  const { host, port } = databaseAddress(settings);
  return {
    ftp: { host: first, port: settings.FTP_PORT },
    database: `${host}:${port}`,
  };
}

/**
 * Address of this node's databases for remote clients; undefined if it does not listen for them. It is also
 * undefined for a remote MariaDB, whose operator decides who may connect.
 */
export function databaseReach(settings: Settings): { host: string; port: number } | undefined {
  if (settings.MYSQL_URL !== undefined || isLoopback(settings.MYSQL_BIND)) return undefined;
  return { host: hostReach(settings).ftp.host, port: settings.MYSQL_PORT };
}

const STANDARD_MYSQL_PORT = 3306;

/** Database address for the configuration of applications on this machine. */
export function databaseAddress({ MYSQL_URL, MYSQL_PORT }: Settings): { host: string; port: number } {
  if (MYSQL_URL === undefined) return { host: '127.0.0.1', port: MYSQL_PORT };
  const { hostname, port } = new URL(MYSQL_URL);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || STANDARD_MYSQL_PORT) };
}

/** Port at which visitors reach sites over TLS. */
export const publicTlsPort = ({ SITES_TLS_PORT, SITES_TLS_PUBLIC_PORT }: Settings): number =>
  SITES_TLS_PUBLIC_PORT ?? SITES_TLS_PORT;

const STANDARD_HTTP_PORT = 80;

/** URL of a host before a domain is bound. */
export function previewUrl(settings: Settings, hostCode: string): string {
  const port = settings.SITES_PORT === STANDARD_HTTP_PORT ? '' : `:${settings.SITES_PORT}`;
  return `http://${hostCode}.${settings.PREVIEW_DOMAIN}${port}`;
}

/** Name under which programs of sites reach the database: with the private one, PHP finds its socket by this name. */
export function databaseNameForSites(settings: Settings): string {
  if (settings.MYSQL_URL === undefined) return 'localhost';
  const { host, port } = databaseAddress(settings);
  return `${host}:${port}`;
}

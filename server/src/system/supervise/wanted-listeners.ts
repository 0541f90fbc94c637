import { frontAddresses, hasIpv6, sitesAddresses } from '../addresses';
import type { Engines } from '../engines';
import { adminAddress, type Settings } from '../settings';

export type ListenerName = 'front' | 'tool' | 'sites' | 'ftp' | 'provider' | 'databases';

export interface WantedListener {
  readonly name: ListenerName;
  /** Setting that gives the port. */
  readonly setting: string;
  /** An IP address or a name of some; undefined: every address. */
  readonly host: string | undefined;
  readonly port: number;
  readonly ipv6Only: boolean;
}

/** `[::1]` in nginx's form is `::1` elsewhere. */
const bare = (address: string) => address.replace(/^\[(.*)\]$/, '$1');

/** nginx listens on each family by itself. */
const each = (name: ListenerName, setting: string, addresses: readonly string[], port: number) =>
  addresses.map((address) => ({ name, setting, host: bare(address), port, ipv6Only: true }));

/** `localhost` means ::1 to many clients: a tenant that listened there would be sent the provider's keys. */
const bothLoopbacks = (host: string): readonly string[] =>
  host === '127.0.0.1' && hasIpv6() ? [host, '::1'] : [host];

/** Every address that the product listens on by TCP, but for FTP's data connections. */
export function wantedListeners(settings: Settings, engines: Engines): readonly WantedListener[] {
  const { nginx, ftp, adminTool, mariadb } = engines;
  const front = frontAddresses(settings);
  const admin = adminAddress(settings);
  // One socket takes both families where no address or `::` is given, as pure-ftpd and MariaDB do by themselves.
  const ftpAt = { host: settings.FTP_BIND, port: settings.FTP_PORT, ipv6Only: false };
  const databasesAt = { host: settings.MYSQL_BIND, port: settings.MYSQL_PORT, ipv6Only: false };
  return [
    ...each('front', 'PORT', front, settings.PORT),
    ...(nginx ? each('sites', 'SITES_PORT', sitesAddresses(settings), settings.SITES_PORT) : []),
    ...(nginx && adminTool ? each('tool', 'ADMIN_TOOL_PORT', front, settings.ADMIN_TOOL_PORT) : []),
    ...(ftp ? [{ name: 'ftp', setting: 'FTP_PORT', ...ftpAt } as const] : []),
    ...(mariadb && settings.MYSQL_URL === undefined
      ? [{ name: 'databases', setting: 'MYSQL_PORT', ...databasesAt } as const]
      : []),
    ...each('provider', 'ADMIN_BIND', bothLoopbacks(admin.host), admin.port),
  ];
}

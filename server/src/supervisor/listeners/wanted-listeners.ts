import { frontAddresses, hasIpv6, sitesAddresses } from '#system/settings/addresses';
import type { Engines } from '#system/engines/engines';
import { adminAddress } from '#system/settings/console-addresses';
import type { Settings } from '#system/settings/settings';

export type ListenerName = 'front' | 'tool' | 'sites' | 'sitesTls' | 'ftp' | 'provider' | 'databases';

export interface WantedListener {
  readonly name: ListenerName;
  /** Setting that gives the port. */
  readonly setting: string;
  /** An IP address or a host name; undefined: every address. */
  readonly host: string | undefined;
  readonly port: number;
  readonly ipv6Only: boolean;
}

/** `[::1]` in nginx's form is `::1` elsewhere. */
const bare = (address: string) => address.replace(/^\[(.*)\]$/, '$1');

/** nginx listens on each family by itself. */
const each = (addresses: readonly string[], of: Pick<WantedListener, 'name' | 'setting' | 'port'>) =>
  addresses.map((address) => ({ ...of, host: bare(address), ipv6Only: true }));

/** Many clients resolve `localhost` to ::1: a tenant's program that listened there would receive the provider's keys. */
const bothLoopbacks = (host: string): readonly string[] =>
  host === '127.0.0.1' && hasIpv6() ? [host, '::1'] : [host];

/** Every TCP address of the product, except FTP's data ports. */
export function wantedListeners(settings: Settings, engines: Engines): readonly WantedListener[] {
  const { nginx, ftp, adminTool, mariadb } = engines;
  const front = frontAddresses(settings);
  const admin = adminAddress(settings);
  const sites = { name: 'sites', setting: 'SITES_PORT', port: settings.SITES_PORT } as const;
  const sitesTls = {
    name: 'sitesTls',
    setting: 'SITES_TLS_PORT',
    port: settings.SITES_TLS_PORT,
  } as const;
  const tool = { name: 'tool', setting: 'ADMIN_TOOL_PORT', port: settings.ADMIN_TOOL_PORT } as const;
  // Without an address, or with `::`, one socket serves both families: the FTP server and MariaDB expect that.
  const ftpAt = { host: settings.FTP_BIND, port: settings.FTP_PORT, ipv6Only: false };
  const databasesAt = { host: settings.MYSQL_BIND, port: settings.MYSQL_PORT, ipv6Only: false };
  return [
    ...each(front, { name: 'front', setting: 'PORT', port: settings.PORT }),
    ...(nginx ? [sites, sitesTls].flatMap((of) => each(sitesAddresses(settings), of)) : []),
    ...(nginx && adminTool ? each(front, tool) : []),
    ...(ftp ? [{ name: 'ftp', setting: 'FTP_PORT', ...ftpAt } as const] : []),
    ...(mariadb && settings.MYSQL_URL === undefined
      ? [{ name: 'databases', setting: 'MYSQL_PORT', ...databasesAt } as const]
      : []),
    ...each(bothLoopbacks(admin.host), { name: 'provider', setting: 'ADMIN_BIND', port: admin.port }),
  ];
}

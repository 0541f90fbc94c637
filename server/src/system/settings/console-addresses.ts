import type { Settings } from './settings';

export const servesTls = (settings: Settings): boolean =>
  settings.TLS_CERT !== undefined && settings.TLS_KEY !== undefined;

/** Origins whose pages may call the API: the configured one, or the console's own on loopback. */
export function consoleOrigins(settings: Settings): readonly string[] {
  if (settings.PUBLIC_ORIGIN) return [settings.PUBLIC_ORIGIN];
  const scheme = servesTls(settings) ? 'https' : 'http';
  return [`${scheme}://localhost:${settings.PORT}`, `${scheme}://127.0.0.1:${settings.PORT}`];
}

/** Cookies are shared across ports, so the tool has its own host name. */
const TOOL_NAME = 'tools.localhost';

/** URL of the admin tool in browsers. */
export const adminToolOrigin = (settings: Settings): string =>
  settings.ADMIN_TOOL_ORIGIN ??
  `${servesTls(settings) ? 'https' : 'http'}://${TOOL_NAME}:${settings.ADMIN_TOOL_PORT}`;

/** Names and addresses of the console itself: no host answers under them. */
export function reservedNames(settings: Settings): readonly string[] {
  const own = [...consoleOrigins(settings), adminToolOrigin(settings)].map(
    (origin) => new URL(origin).hostname,
  );
  return [...new Set([...own, settings.PREVIEW_DOMAIN, ...settings.PUBLIC_IPS])];
}

/** Host and port of the provider's listener. */
export function adminAddress(settings: Settings): { host: string; port: number } {
  const [host = '127.0.0.1', port = '8090'] = settings.ADMIN_BIND.split(':');
  return { host, port: Number(port) };
}

/** Ports on which only the product may listen, including FTP's data ports. */
export function ownPorts(settings: Settings): (port: number) => boolean {
  const { PORT, SITES_PORT, SITES_TLS_PORT, FTP_PORT, ADMIN_TOOL_PORT, MYSQL_PORT, MYSQL_URL, FTP_PASSIVE } =
    settings;
  const databases = MYSQL_URL === undefined ? [MYSQL_PORT] : [];
  const ports = new Set([
    PORT,
    SITES_PORT,
    SITES_TLS_PORT,
    FTP_PORT,
    ADMIN_TOOL_PORT,
    adminAddress(settings).port,
    ...databases,
  ]);
  return (port) => ports.has(port) || (port >= FTP_PASSIVE.first && port <= FTP_PASSIVE.last);
}

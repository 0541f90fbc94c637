import { isIP } from 'node:net';

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Options of nodemailer for a server, from a URL of the settings. Passes only known options: a URL's query could make
 * the mailer log complete messages.
 */
export function smtpServer(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const user = decodeURIComponent(username);
  return {
    host,
    port: port === '' ? PORTS[protocol] : Number(port),
    secure: protocol === 'smtps:',
    // Passwords are only sent to other machines over TLS.
    requireTLS: protocol === 'smtp:' && user !== '' && !isLoopback(host),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(password) } }),
  };
}

const text = (value: unknown): string | number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

/** Error details that may be logged. The message may quote the mail. */
export function failureFacts(error: unknown) {
  if (typeof error !== 'object' || error === null) return {};
  const { code, command, responseCode } = error as Readonly<Record<string, unknown>>;
  return { code: text(code), command: text(command), responseCode: text(responseCode) };
}

import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Channel } from './channels';
import { Refusal } from '#faults/refusal';

/** A server that does not answer within this time counts as down, ms. */
const PATIENCE_MS = 10_000;
const TOTAL_MS = 20_000;

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

interface MailParts {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  readonly url: string;
  /** `a@b.example`, or `Name <a@b.example>`. */
  readonly from: string;
  readonly log: Logger;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Passes only known options: a URL's query could make the mailer log complete messages. */
function serverOf(url: string) {
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

function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*) <(.*)>$/.exec(from) ?? [];
  return { name, address };
}

const text = (value: unknown): string | number | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

/** Error details that may be logged. The message may quote the mail. */
function factsOf(error: unknown) {
  if (typeof error !== 'object' || error === null) return {};
  const { code, command, responseCode } = error as Readonly<Record<string, unknown>>;
  return { code: text(code), command: text(command), responseCode: text(responseCode) };
}

/** Mail over SMTP, one connection per mail: codes are rare, so no connection stays open. */
export function mailChannel({ url, from, log }: MailParts): Channel {
  const server = serverOf(url);
  const transport = createTransport({
    ...server,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = senderOf(from);
  return {
    send: async (to, { subject, text: body }) => {
      try {
        await transport.sendMail({
          from: sender,
          // An address object is one recipient, whatever characters it contains.
          to: { name: '', address: to },
          subject,
          text: body,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(TOTAL_MS),
        });
      } catch (error) {
        log.warn({ channel: 'email', server: server.host, ...factsOf(error) }, 'mail not sent');
        throw new Refusal('channel-failed');
      }
    },
  };
}

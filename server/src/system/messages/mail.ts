import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Channel } from './channels';
import { Refusal } from '#faults/refusal';

/** A server that is silent for longer counts as down, ms. */
const PATIENCE_MS = 10_000;
const TOTAL_MS = 20_000;

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

interface MailParts {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly url: string;
  /** `a@b.example`, or `Name <a@b.example>`. */
  readonly from: string;
  readonly log: Logger;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Only what we know of: a URL's query could have the mailer write whole messages into a log. */
function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const user = decodeURIComponent(username);
  return {
    host,
    port: port === '' ? PORTS[protocol] : Number(port),
    secure: protocol === 'smtps:',
    // A password never leaves this machine in the clear.
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

/** What a failure may say in the log. Its words may quote what was sent. */
function factsOf(error: unknown) {
  if (typeof error !== 'object' || error === null) return {};
  const { code, command, responseCode } = error as Readonly<Record<string, unknown>>;
  return { code: text(code), command: text(command), responseCode: text(responseCode) };
}

/** Mail by SMTP, a connection for each: codes are rare, and none is left open. */
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
          // As an object it is one recipient, whatever is in it.
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

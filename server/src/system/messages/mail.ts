import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Channel } from './channels';
import { Refusal } from '#faults/refusal';
import { failureFacts, smtpServer } from './smtp-server';

/** A server that does not answer within this time counts as down, ms. */
const PATIENCE_MS = 10_000;
const TOTAL_MS = 20_000;

interface MailParts {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  readonly url: string;
  /** `a@b.example`, or `Name <a@b.example>`. */
  readonly from: string;
  readonly log: Logger;
}

function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*) <(.*)>$/.exec(from) ?? [];
  return { name, address };
}

/** Mail over SMTP, one connection per mail: codes are rare, so no connection stays open. */
export function mailChannel({ url, from, log }: MailParts): Channel {
  const server = smtpServer(url);
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
        log.warn({ channel: 'email', server: server.host, ...failureFacts(error) }, 'mail not sent');
        throw new Refusal('channel-failed');
      }
    },
  };
}

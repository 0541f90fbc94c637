import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { failureFacts, smtpServer } from '#system/messages/smtp-server';
import { MailFailed, MailRefused } from './mail-refused';

/** A server that does not answer within this time counts as down, ms. */
const PATIENCE_MS = 15_000;
const TOTAL_MS = 60_000;

/** What nodemailer reports. */
const Sent = z.object({ rejected: z.array(z.string()) });

/** A message and its envelope. */
export interface OutgoingMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly size: number;
  /** Can be read once. */
  readonly content: () => Readable;
}

export interface Relay {
  /** Resolves to the recipients that the server refused while it took others. Rejects with `MailRefused`. */
  readonly send: (mail: OutgoingMail) => Promise<readonly string[]>;
}

/** What a server said, as one line that may be shown. */
const shown = (text: string): string => text.replace(/[^ -~]+/g, ' ').slice(0, 200);

/** The site learns why its mail was refused, but nothing about the login at the server. */
function failureOf(error: unknown): MailRefused {
  const facts = failureFacts(error);
  const response = error instanceof Error && 'response' in error ? error.response : undefined;
  const isAboutMail =
    typeof facts.responseCode === 'number' && /^(?:MAIL|RCPT|DATA)/.test(`${facts.command}`);
  if (isAboutMail && typeof response === 'string')
    return new MailRefused(`the mail server refused it: ${shown(response)}`);
  return new MailFailed("the mail server can't be reached at the moment; try again later", facts);
}

/** Hands mail over to a server, which queues it. One connection per message. */
export function makeRelay(url: string): Relay {
  const transport = createTransport({
    ...smtpServer(url),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ from, to, size, content }) => {
      try {
        const sent: unknown = await transport.sendMail({
          envelope: { from, to: [...to], size, use8BitMime: true },
          raw: content(),
          signal: AbortSignal.timeout(TOTAL_MS),
        });
        return Sent.parse(sent).rejected;
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

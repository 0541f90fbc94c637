import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  /** Sender of the envelope, to whom failures are reported. */
  readonly from: string;
  /** Recipients of the envelope, who receive the mail. */
  readonly to: readonly string[];
  readonly headers: string;
  readonly body: string;
}

export interface Mailbox {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Refuses every recipient with this reply; undefined accepts mail again. */
  refuse(words: string | undefined): void;
  close(): Promise<void>;
}

const fromQuotedPrintable = (body: string): string =>
  Buffer.from(
    body
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

function decode(headers: string, body: string): string {
  if (/^content-transfer-encoding: base64/im.test(headers))
    return Buffer.from(body, 'base64').toString('utf8');
  return /^content-transfer-encoding: quoted-printable/im.test(headers) ? fromQuotedPrintable(body) : body;
}

function read(raw: string, { from, to }: Pick<ReceivedMail, 'from' | 'to'>): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  // A long header continues on the next line.
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  return { from, to, headers, body: decode(headers, raw.slice(end + 4)) };
}

/** A mail server on loopback that stores the mail it receives. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let refusal: string | undefined;
  const server = new SMTPServer({
    // No STARTTLS: clients would not trust its certificate.
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: (_address, _session, done) =>
      done(refusal === undefined ? null : Object.assign(new Error(refusal), { responseCode: 550 })),
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const envelope = {
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
      };
      void text(stream).then((raw) => {
        mails.push(read(raw, envelope));
        done(null);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (words) => {
      refusal = words;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

import { Readable } from 'node:stream';
import type { HostCode } from '@sitedeck/contract';
import type { MailHost } from '#system/mail/mail-hosts';
import type { MailCounts } from './mail-counts';
import { MailFailed, MailRefused } from './mail-refused';
import { prepareHead } from './message-head';
import type { ReceivedMail } from './receive';
import type { Relay } from './relay';

export interface SendParts {
  readonly node: string;
  /** Undefined if the host may not send. */
  readonly hostOf: (hostCode: HostCode) => Promise<MailHost | undefined>;
  readonly counts: MailCounts;
  readonly relay: Relay;
  /** Runs a limited number of hand-overs at once, shared fairly among hosts. */
  readonly inTurn: <Value>(hostCode: HostCode, work: () => Promise<Value>) => Promise<Value>;
  readonly onSent: (facts: Readonly<Record<string, unknown>>) => void;
  readonly now: () => number;
}

/** Passes a message of a host on if its limit permits. Resolves to a note for the site's log. Rejects with `MailRefused`. */
export async function sendMail(
  parts: SendParts,
  hostCode: HostCode,
  { from, head, body }: ReceivedMail,
): Promise<string | undefined> {
  const { node, hostOf, counts, relay, inTurn, onSent, now } = parts;
  const host = await hostOf(hostCode).catch(() => undefined);
  if (!host) throw new MailRefused('the site is not served');
  const facts = { hostCode, node, sender: host.sender, from, now: new Date(now()) };
  const { text, ...envelope } = prepareHead(head, facts);
  const giveBack = await counts.take(hostCode, envelope.to.length, host.perHour);
  const sending = { hasBegun: false };
  const content = () =>
    Readable.from(
      (async function* () {
        sending.hasBegun = true;
        yield text;
        yield* body.read();
      })(),
    );
  try {
    const mail = { ...envelope, size: text.length + body.bytes, content };
    const rejected = await inTurn(hostCode, () => relay.send(mail));
    onSent({ host: hostCode, recipients: envelope.to.length, rejected: rejected.length, bytes: mail.size });
    return rejected.length === 0 ? undefined : `but the mail server refused ${rejected.join(', ')}`;
  } catch (error) {
    const isRefused = error instanceof MailRefused && !(error instanceof MailFailed);
    // A server whose reply to the message was lost may have taken it.
    if (!isRefused && !sending.hasBegun) await giveBack();
    throw error;
  }
}

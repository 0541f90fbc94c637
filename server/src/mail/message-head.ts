import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import addressparser from 'nodemailer/lib/addressparser';
import { MailRefused } from './mail-refused';

const HEADERS_MAX = 200;
const RECIPIENTS_MAX = 100;
/** Longest address of a path in SMTP (RFC 5321). */
const ADDRESS_MAX = 254;

/** What the product adds to a message. */
export interface HeadFacts {
  readonly hostCode: string;
  readonly node: string;
  /** Sender of mail that names none. */
  readonly sender: string;
  /** The sender that the program named (`-f`). */
  readonly from: string | undefined;
  readonly now: Date;
}

export interface PreparedHead {
  readonly from: string;
  readonly to: readonly string[];
  /** Ends with the empty line. */
  readonly text: Buffer;
}

interface Header {
  /** In lower case. */
  readonly name: string;
  /** Complete, with its continuation lines. */
  readonly lines: readonly string[];
}

const FIELD = /^([!-9;-~]{1,76})[ \t]*:/;

function headersIn(head: string): readonly Header[] {
  if (head.includes('\0')) throw new MailRefused('a header contains a NUL character');
  const headers: { name: string; lines: string[] }[] = [];
  for (const line of head.split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(line) && headers.length > 0) {
      headers.at(-1)?.lines.push(line);
      continue;
    }
    const name = FIELD.exec(line)?.[1];
    if (name === undefined) throw new MailRefused('a header line is malformed');
    headers.push({ name: name.toLowerCase(), lines: [line] });
  }
  if (headers.length > HEADERS_MAX) throw new MailRefused(`it has more than ${HEADERS_MAX} headers`);
  return headers;
}

/** Headers of which a message has one (RFC 5322): a second one was probably smuggled in through a form. */
const SINGLE = ['from', 'sender', 'reply-to', 'to', 'cc', 'bcc', 'subject', 'date', 'message-id'] as const;
type Single = (typeof SINGLE)[number];

function valuesOf(headers: readonly Header[]): ReadonlyMap<Single, string> {
  const values = new Map<Single, string>();
  for (const { name, lines } of headers) {
    const single = SINGLE.find((one) => one === name);
    if (single === undefined) continue;
    if (values.has(single)) throw new MailRefused(`it has two headers "${single}"`);
    const text = lines.join(' ');
    values.set(single, Buffer.from(text.slice(text.indexOf(':') + 1), 'latin1').toString('utf8'));
  }
  return values;
}

const LOCAL = /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}$/;

/** An address as SMTP takes it, with its domain in punycode. */
function addressOf(given: string): string {
  const at = given.lastIndexOf('@');
  const [local, domain] = [given.slice(0, at), domainToASCII(given.slice(at + 1))];
  const address = `${local}@${domain}`;
  if (at < 1 || domain === '' || !LOCAL.test(local) || address.length > ADDRESS_MAX)
    throw new MailRefused(`"${given.replace(/[^ -~]/g, '?').slice(0, 100)}" is not a mail address`);
  return address;
}

/** Groups are refused, unless empty: with one, a colon in a form's field would replace the recipients before it. */
const addressesIn = (value: string | undefined): readonly string[] =>
  addressparser(value).flatMap(({ name, address, group }) => {
    if (group !== undefined && group.length > 0) throw new MailRefused('it names a group of recipients');
    return group === undefined && `${address}${name}` !== ''
      ? [addressOf(address === '' ? name : address)]
      : [];
  });

function recipientsOf(values: ReadonlyMap<Single, string>): readonly string[] {
  const to = new Set((['to', 'cc', 'bcc'] as const).flatMap((name) => addressesIn(values.get(name))));
  if (to.size === 0) throw new MailRefused('it names no recipient');
  if (to.size > RECIPIENTS_MAX) throw new MailRefused(`it has more than ${RECIPIENTS_MAX} recipients`);
  return [...to];
}

/** What a mail server drops from a message that it takes from a program. */
const DROPPED: ReadonlySet<string> = new Set(['bcc', 'return-path']);

/**
 * Reads the head of a message, whose content is hostile, and writes the one that is sent: without `Bcc`, with what is
 * missing, and with the host on top, so that the operator can trace it.
 * @param head without the empty line, one byte per character
 */
export function prepareHead(head: string, { hostCode, node, sender, from, now }: HeadFacts): PreparedHead {
  const headers = headersIn(head);
  const values = valuesOf(headers);
  const to = recipientsOf(values);
  const author = addressesIn(values.get('from'))[0];
  const envelope = from === undefined ? (author ?? sender) : addressOf(from);
  const date = now.toUTCString().replace('GMT', '+0000');
  const id = `<${randomUUID()}@${envelope.slice(envelope.lastIndexOf('@') + 1)}>`;
  const missing = [
    values.has('date') ? [] : [`Date: ${date}`],
    values.has('message-id') ? [] : [`Message-ID: ${id}`],
    values.has('from') ? [] : [`From: ${envelope}`],
    values.has('to') || values.has('cc') ? [] : ['To: undisclosed-recipients:;'],
  ].flat();
  const lines = [
    `Received: from ${hostCode} by ${node} (SiteDeck) with local;`,
    `\t${date}`,
    ...headers.filter(({ name }) => !DROPPED.has(name)).flatMap((header) => header.lines),
    ...missing,
    '',
    '',
  ];
  return { from: envelope, to, text: Buffer.from(lines.join('\r\n'), 'latin1') };
}

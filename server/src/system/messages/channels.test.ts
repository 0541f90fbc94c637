import { pino } from 'pino';
import { openMailbox, type Mailbox } from '#testing/mailbox';
import { freePort } from '#testing/free-port';
import { openSmsAdapter, type SmsAdapter } from '#testing/sms-adapter';
import { mailChannel } from './mail';
import { smsChannel } from './sms-webhook';

const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
const message = { subject: 'SiteDeck 验证码 · shop', text: '验证码 123456\n\n123456 is the code' };
const from = 'SiteDeck 控制台 <console@example.com>';

describe('a one-time code by mail', () => {
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await openMailbox();
  });
  afterAll(() => mailbox.close());

  it('arrives in both languages from the configured sender', async () => {
    await mailChannel({ url: mailbox.url, from, log }).send('owner@example.com', message);
    const [mail] = mailbox.mails;
    expect(mail?.to).toEqual(['owner@example.com']);
    expect(mail?.body.replaceAll('\r\n', '\n').trim()).toBe(message.text);
    expect(mail?.headers).toMatch(/^From: =\?UTF-8\?.*<console@example\.com>/im);
    expect(mail?.headers).toMatch(/^Auto-Submitted: auto-generated$/im);
  });

  it.each([
    'owner@example.com\r\nBcc: thief@example.com',
    'owner@example.com, thief@example.com',
    'owner@example.com> RCPT TO:<thief@example.com',
  ])('treats the address %j as one recipient or refuses it, and never as a header', async (address) => {
    const before = mailbox.mails.length;
    await mailChannel({ url: mailbox.url, from, log })
      .send(address, { ...message, subject: 'code\r\nBcc: thief@example.com' })
      .catch(() => undefined);
    for (const mail of mailbox.mails.slice(before)) {
      expect(mail.to).toHaveLength(1);
      expect(mail.to).not.toContain('thief@example.com');
      expect(mail.headers).not.toMatch(/^bcc:/im);
    }
  });

  it('refuses with channel-failed if the server is down or rejects the mail, and logs no code', async () => {
    const down = mailChannel({ url: `smtp://127.0.0.1:${await freePort()}`, from, log });
    await expect(down.send('owner@example.com', message)).rejects.toMatchObject({ reason: 'channel-failed' });
    // A server that quotes the mail in its error.
    mailbox.refuse(`no such box for ${message.text.slice(-20)}`);
    const refusing = mailChannel({ url: mailbox.url, from, log });
    await expect(refusing.send('owner@example.com', message)).rejects.toMatchObject({
      reason: 'channel-failed',
    });
    mailbox.refuse(undefined);
    expect(lines.join('')).toMatch(/ECONNREFUSED|ESOCKET|ECONNECTION/);
    expect(lines.join('')).toMatch(/"responseCode":550/);
    expect(lines.join('')).not.toContain('123456');
  });
});

describe('a one-time code by text message', () => {
  let adapter: SmsAdapter;
  beforeAll(async () => {
    adapter = await openSmsAdapter();
  });
  afterAll(() => adapter.close());
  const channel = () => smsChannel({ url: adapter.url, token: 'a-token', log });

  it('is sent to the provider’s adapter as {phone, text} with its token', async () => {
    await channel().send('+8613812345678', message);
    expect(adapter.requests.at(-1)).toMatchObject({
      headers: { authorization: 'Bearer a-token', 'content-type': 'application/json' },
      body: { phone: '+8613812345678', text: message.text },
    });
    expect(Object.keys(adapter.requests.at(-1)?.body ?? {})).toEqual(['phone', 'text']);
  });

  it.each([
    [500, {}],
    [403, {}],
    [302, { location: 'http://127.0.0.1:9/elsewhere' }],
  ])('fails if the adapter replies with %s, and does not follow it', async (status, headers) => {
    adapter.answer(status, headers);
    await expect(channel().send('+8613812345678', message)).rejects.toMatchObject({
      reason: 'channel-failed',
    });
    adapter.answer(202);
    expect(lines.join('')).not.toContain('123456');
  });

  it('fails if no server listens', async () => {
    const unreachable = smsChannel({ url: `http://127.0.0.1:${await freePort()}/`, token: undefined, log });
    await expect(unreachable.send('+8613812345678', message)).rejects.toMatchObject({
      reason: 'channel-failed',
    });
    expect(lines.at(-1)).toContain('ECONNREFUSED');
  });
});

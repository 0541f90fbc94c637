import type { Channel, Message } from '#system/messages/channels';
import { mailChannel } from '#system/messages/mail';
import { smsChannel } from '#system/messages/sms-webhook';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal, sealPassword, type CallReply } from '#testing/browser';
import { freePort } from '#testing/free-port';
import { openMailbox, type Mailbox } from '#testing/mailbox';
import { openSmsAdapter, type SmsAdapter } from '#testing/sms-adapter';
import { pino } from 'pino';

const MINUTE = 60_000;
const NEXT = 'a brand new passphrase';
const ENGLISH = { 'accept-language': 'en-US' };
const PATH = '/api/vhost/changePwd';
const contact = { email: 'owner@example.com', phone: '+86 138 1234 5678' };

let api: TestApi;
let other: TestApi;
let portal: Portal;
let mailbox: Mailbox;
let adapter: SmsAdapter;
let names = 0;
/** Wraps the mail channel, so that tests can make it fail. */
let mail: Channel;
const logLines: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) });

beforeAll(async () => {
  mailbox = await openMailbox();
  adapter = await openSmsAdapter();
  mail = mailChannel({ url: mailbox.url, from: 'console@example.com', log });
  const channels = {
    email: { send: (to: string, message: Message) => mail.send(to, message) },
    sms: smsChannel({ url: adapter.url, token: 'a-token', log }),
  };
  api = await makeTestApi({ channels });
  other = await makeTestApi({ channels, beside: api });
  portal = new Portal(api);
});
afterAll(async () => {
  await other.close();
  await api.close();
  await mailbox.close();
  await adapter.close();
});

/** Advances the clocks of both processes. */
const pass = (ms: number): void => [api, other].forEach((one) => one.advance(ms));

/** Simulates failures, so that the wait is longer than any test. */
const countFailures = (hostName: string, count: number) =>
  api.test.db.updateTable('login_failure').set({ count }).where('key', 'like', `${hostName}|%`).execute();

interface Guest {
  readonly browser: Browser;
  readonly hostName: string;
  readonly hostCode: string;
  readonly accountCode: string;
}

async function newHost(more: object = { contact }): Promise<Omit<Guest, 'browser'>> {
  const hostName = `guest-${(names += 1)}`;
  const accountCode = await portal.account();
  return { hostName, accountCode, hostCode: await portal.host(accountCode, hostName, more) };
}

async function signedIn(more?: object): Promise<Guest> {
  const host = await newHost(more);
  const browser = new Browser(api);
  await browser.login(host.hostName, PASSWORD);
  return { browser, ...host };
}

async function entered(accountCode: string, more: object = {}): Promise<Browser> {
  const browser = new Browser(api);
  const token = await portal.token(accountCode, more);
  await browser.raw(`/api/login/token?token=${token}`, { headers: { accept: 'application/json' } });
  return browser;
}

const change = (browser: Browser, verify?: string, password = NEXT): Promise<CallReply> =>
  browser.request(PATH, { json: { password }, headers: { 'x-verify': verify } });

const sealed = async (browser: Browser, password = PASSWORD): Promise<string> =>
  sealPassword(password, (await browser.challenge()).captchaRand, api.core.config.wireKey);

const send = (browser: Browser, x = 'email', json: object = {}) =>
  browser.request(`/api/captcha/send/${x}`, { json });

const codeIn = (text: string | undefined): string => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';

async function getCode(browser: Browser): Promise<string> {
  expect((await send(browser)).code).toBe('200');
  return codeIn(mailbox.mails.at(-1)?.body);
}

const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const mayEnter = async (hostName: string, password: string): Promise<boolean> =>
  (await new Browser(api).login(hostName, password)).code === '200';

describe('a sensitive call', () => {
  it('is refused without X-Verify, and lists the possible ways', async () => {
    const { browser, hostName } = await signedIn();
    const refused = await change(browser);
    expect(refused).toMatchObject({
      status: 200,
      code: '403',
      reason: 'verify-needed',
      msg: '此操作需要验证身份：当前密码、邮件验证码、短信验证码',
      res: { ways: ['password', 'email', 'sms'] },
    });
    expect((await change(browser, '')).reason).toBe('verify-needed');
    expect(await mayEnter(hostName, PASSWORD)).toBe(true);
    const english = await browser.request(PATH, { json: { password: NEXT }, headers: ENGLISH });
    expect(english.msg).toBe(
      'Verify your identity first: the current password, a code by email, a code by text message',
    );
  });

  it('does not use up a code if the request itself is invalid', async () => {
    const { browser } = await signedIn();
    const code = await getCode(browser);
    const slip = await browser.request(PATH, { json: {}, headers: { 'x-verify': code } });
    expect(slip).toMatchObject({ reason: 'bad-input', field: 'password' });
    expect((await change(browser, code)).code).toBe('200');
  });
});

describe('the current FTP password as proof', () => {
  it('accepts the password sealed with a fresh captchaRand', async () => {
    const { browser, hostName } = await signedIn();
    expect((await change(browser, await sealed(browser))).code).toBe('200');
    expect(await mayEnter(hostName, NEXT)).toBe(true);
    expect(await mayEnter(hostName, PASSWORD)).toBe(false);
  });

  it('is refused when it was captured and sent again', async () => {
    const { browser } = await signedIn();
    const captured = await sealed(browser);
    const short = await change(browser, captured, 'short');
    expect(short.reason).toBe('password-length');
    expect((await change(browser, captured)).reason).toBe('captcha-refused');
  });

  it('is refused with a captchaRand that a sign-in has used, and a sign-in with one used here', async () => {
    const { browser, hostName } = await signedIn();
    const form = await new Browser(api).loginForm(hostName, PASSWORD);
    expect((await new Browser(api).request('/api/login', { form })).code).toBe('200');
    expect((await change(browser, form['password'])).reason).toBe('captcha-refused');

    const reused = await new Browser(api).loginForm(hostName, PASSWORD);
    expect((await change(browser, reused['password'])).code).toBe('200');
    expect((await new Browser(api).request('/api/login', { form: reused })).reason).toBe('captcha-refused');
  });

  it('is refused with a captchaRand that has expired, is spelled differently, or is not ours', async () => {
    const { browser } = await signedIn();
    const key = api.core.config.wireKey;
    const { captchaRand } = await browser.challenge();
    const wire = (rand: string) => sealPassword(PASSWORD, rand, key);
    const randBytes = Buffer.from(captchaRand, 'base64url');
    const foreign = Buffer.from(randBytes);
    foreign.writeUInt8((foreign[0] ?? 0) ^ 1, 0);
    for (const rand of [
      '',
      'made up',
      foreign.toString('base64url'),
      `${captchaRand.slice(0, 9)}!${captchaRand.slice(9)}`,
      `${captchaRand}=`,
      `${captchaRand} `,
    ])
      expect((await change(browser, wire(rand))).reason).toBe('captcha-refused');
    expect((await change(browser, wire(captchaRand), 'short')).reason).toBe('password-length');
    const old = await sealed(browser);
    pass(5 * MINUTE + 1);
    expect((await change(browser, old)).reason).toBe('captcha-refused');
  });

  it('is not counted as wrong if it can’t be read at all', async () => {
    const { browser } = await signedIn();
    const foreign = sealPassword(PASSWORD, 'r', Buffer.alloc(32, 7).toString('base64'));
    for (const given of ['12345', '1234567', 'plain password', foreign, 'x'.repeat(5000)])
      expect((await change(browser, given)).reason).toBe('password-unreadable');
    expect((await change(browser, PASSWORD)).reason).toBe('password-unreadable');
    expect((await change(browser, await sealed(browser))).code).toBe('200');
  });

  it('counts as a failed sign-in when it is wrong: 403, then 429 with Retry-After, all in the operation log', async () => {
    const { browser, hostName, hostCode } = await signedIn();
    for (let guess = 0; guess < 5; guess += 1)
      expect(await change(browser, await sealed(browser, 'a guess'))).toMatchObject({
        code: '403',
        reason: 'verify-wrong',
        msg: '当前密码错误，操作未执行',
      });
    await countFailures(hostName, 9);
    const waits = await change(browser, await sealed(browser));
    expect(waits).toMatchObject({ status: 429, reason: 'too-many-attempts' });
    expect(Number(waits.headers.get('retry-after'))).toBeGreaterThan(0);
    // The same counts as for sign-in.
    expect((await new Browser(api).login(hostName, PASSWORD)).reason).toBe('too-many-attempts');
    const rows = await api.test.db
      .selectFrom('operation_log')
      .selectAll()
      .where('host_code', '=', hostCode)
      .where('action', '=', 'changePassword')
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.result)).toEqual([
      ...Array<string>(5).fill('verify-wrong'),
      'too-many-attempts',
    ]);
    pass(MINUTE);
    expect((await change(browser, await sealed(browser))).code).toBe('200');
  });

  it('is refused if it is the password of another host', async () => {
    const { browser, hostCode } = await signedIn();
    const mine = await newHost();
    await portal.request(`/provider/hosts/${mine.hostCode}`, {
      method: 'PATCH',
      json: { password: 'the other password' },
    });
    expect((await change(browser, await sealed(browser, 'the other password'))).reason).toBe('verify-wrong');
    expect(hostCode).not.toBe(mine.hostCode);
  });
});

describe('a one-time code as proof', () => {
  it('goes to the contact by mail, in both languages, and names the site, the action and the ten minutes', async () => {
    const { browser, hostName } = await signedIn();
    const sent = await send(browser, 'email', { act: 'changePassword' });
    expect(sent).toMatchObject({ code: '200', res: '发送成功' });
    const received = mailbox.mails.at(-1);
    expect(received?.to).toEqual(['owner@example.com']);
    for (const words of [
      hostName,
      '修改密码',
      '10 分钟',
      '如非本人操作',
      'change the password',
      '10 minutes',
      'If this was not you',
    ])
      expect(received?.body).toContain(words);
    const code = codeIn(received?.body);
    expect(received?.headers).not.toContain(code);
    expect((await change(browser, code)).code).toBe('200');
    expect(await mayEnter(hostName, NEXT)).toBe(true);
  });

  it('goes by text message through the provider’s adapter, in the reader’s language', async () => {
    const { browser } = await signedIn();
    const sent = await browser.request('/api/captcha/send/sms', {
      json: { act: 'changePassword' },
      headers: ENGLISH,
    });
    expect(sent.res).toBe('Sent');
    expect(adapter.requests.at(-1)?.body).toMatchObject({ phone: '+8613812345678' });
    const { text } = (adapter.requests.at(-1)?.body ?? {}) as { text: string };
    expect(text).toMatch(/change the password.*10 minutes/);
    expect((await change(browser, codeIn(text))).code).toBe('200');
  });

  it('is valid once, even in simultaneous requests', async () => {
    const { browser, hostName } = await signedIn();
    const code = await getCode(browser);
    const copy = new Browser(other);
    copy.cookie = browser.cookie;
    // The password is too short: a caller whose proof is accepted gets that refusal, and changes nothing.
    const tries = await Promise.all([browser, copy, browser, copy].map((one) => change(one, code, 'short')));
    expect(tries.map(({ reason }) => reason).sort()).toEqual([
      'code-expired',
      'code-expired',
      'code-expired',
      'password-length',
    ]);
    expect((await change(browser, code)).reason).toBe('code-expired');
    expect(await mayEnter(hostName, PASSWORD)).toBe(true);
  });

  it('expires after ten minutes', async () => {
    const { browser } = await signedIn();
    const code = await getCode(browser);
    pass(10 * MINUTE + 1);
    expect(await change(browser, code)).toMatchObject({
      code: '403',
      reason: 'code-expired',
      msg: '验证码已失效，请重新获取',
    });
  });

  it('allows five wrong tries, reports how many are left, and then refuses the right one too', async () => {
    const { browser } = await signedIn();
    const code = await getCode(browser);
    for (const left of [4, 3, 2, 1])
      expect(await change(browser, wrongFor(code))).toMatchObject({
        reason: 'code-wrong',
        msg: `验证码错误，还可再试 ${left} 次`,
      });
    expect((await change(browser, wrongFor(code))).reason).toBe('code-expired');
    pass(3000);
    expect((await change(browser, code)).reason).toBe('code-expired');
  });

  it('is not valid in another session of the same host, nor on another host of the session', async () => {
    const { browser, hostName, hostCode, accountCode } = await signedIn();
    const code = await getCode(browser);
    const second = new Browser(api);
    await second.login(hostName, PASSWORD);
    expect((await change(second, code)).reason).toBe('code-expired');

    const sister = await portal.host(accountCode, `sister-${hostName}`, { contact });
    const visitor = await entered(accountCode, { hostCode });
    pass(MINUTE);
    const firstCode = await getCode(visitor);
    await visitor.request('/api/changeHost', { form: { hostCode: sister } });
    expect((await change(visitor, firstCode)).reason).toBe('code-expired');
    expect(await mayEnter(`sister-${hostName}`, PASSWORD)).toBe(true);
  });

  it('is protected from many sessions that guess together: they share the wait', async () => {
    const { browser, hostName, hostCode } = await signedIn();
    const code = await getCode(browser);
    const sessions = [browser, new Browser(api), new Browser(other)];
    for (const one of sessions.slice(1)) await one.login(hostName, PASSWORD);
    for (const one of sessions) await change(one, wrongFor(code));
    const row = await api.test.db
      .selectFrom('login_failure')
      .select('count')
      .where('key', 'like', `${hostName}|%`)
      .executeTakeFirstOrThrow();
    expect(row.count).toBe(sessions.length);
    await countFailures(hostName, 12);
    for (const one of sessions) expect((await change(one, wrongFor(code))).status).toBe(429);
    // Only the guess in its own session has counted against the code.
    const kept = await api.test.db
      .selectFrom('one_time_code')
      .select('tries')
      .where('host_code', '=', hostCode as never)
      .execute();
    expect(kept).toEqual([{ tries: 1 }]);
  });

  it('refuses a code that was sent for another action', async () => {
    const { browser, hostCode } = await signedIn();
    const code = await getCode(browser);
    await api.test.db.updateTable('one_time_code').set({ act: 'somethingElse' }).execute();
    expect((await change(browser, code)).reason).toBe('code-expired');
    await api.test.db
      .updateTable('one_time_code')
      .set({ act: 'changePassword' })
      .where('host_code', '=', hostCode as never)
      .execute();
    expect((await change(browser, code)).code).toBe('200');
  });

  it('is sent once a minute per host, whatever the session and the channel', async () => {
    const { browser, hostName } = await signedIn();
    const second = new Browser(other);
    await second.login(hostName, PASSWORD);
    const both = await Promise.all([send(browser), send(second, 'sms')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
    const early = await send(browser, 'sms');
    expect(early).toMatchObject({ status: 429, code: '429', reason: 'code-too-soon' });
    const seconds = Number(early.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(early.res).toMatchObject({ retryAfter: seconds });
    expect(early.msg).toBe(`验证码刚刚发送过，请 ${seconds} 秒后再试`);
    pass(MINUTE);
    expect((await send(browser)).code).toBe('200');
  });

  it('replaces an older code by the newer one', async () => {
    const { browser } = await signedIn();
    const first = await getCode(browser);
    pass(MINUTE);
    const second = await getCode(browser);
    if (first !== second) expect((await change(browser, first)).reason).toBe('code-wrong');
    expect((await change(browser, second)).code).toBe('200');
  });

  it('reports a code that could not be sent, and requires no wait', async () => {
    const { browser } = await signedIn();
    const working = mail;
    mail = mailChannel({
      url: `smtp://127.0.0.1:${await freePort()}`,
      from: 'console@example.com',
      log,
    });
    expect(await send(browser)).toMatchObject({
      status: 502,
      reason: 'channel-failed',
      msg: '验证码未能发出，请稍后重试或改用其他验证方式',
    });
    mail = working;
    expect((await send(browser)).code).toBe('200');
  });

  it.each([
    ['a host without a contact', {}],
    ['a host whose contact could carry a header', { contact: { phone: '1\r\n2' } }],
  ])('refuses to send a code by %s', async (_what, more) => {
    const { browser } = await signedIn(more);
    for (const x of ['email', 'sms'])
      expect(await send(browser, x)).toMatchObject({ code: '400', reason: 'no-channel' });
  });

  it('reaches only the contact, whatever a stored address contains', async () => {
    const { browser, hostCode } = await signedIn();
    const before = mailbox.mails.length;
    for (const email of ['a@example.com\r\nBcc: thief@example.com', 'a@example.com, thief@example.com']) {
      await api.test.db
        .updateTable('host')
        .set({ contact: JSON.stringify({ email }) })
        .where('code', '=', hostCode as never)
        .execute();
      // As every writer of a host does, so that this process rereads it.
      await browser.request('/api/refreshHostInfo');
      expect((await send(browser)).reason).toBe('no-channel');
    }
    expect(mailbox.mails).toHaveLength(before);
  });

  it('appears in no log, no row of the operation log and no unencrypted column; nor does a password', async () => {
    const { browser, hostName } = await signedIn();
    const code = await getCode(browser);
    const wire = await sealed(browser);
    const stored = JSON.stringify(await api.test.db.selectFrom('one_time_code').selectAll().execute());
    expect(stored).toContain('scrypt');
    expect((await change(browser, wrongFor(code))).reason).toBe('code-wrong');
    expect((await change(browser, wire, 'short')).reason).toBe('password-length');
    expect((await change(browser, code)).code).toBe('200');
    const rows = await api.test.db.selectFrom('operation_log').selectAll().execute();
    const written = [api.logLines, other.logLines, logLines].flat().join('') + JSON.stringify(rows) + stored;
    expect(written).toContain(hostName);
    expect(written).toContain('o***@example.com');
    for (const secret of [code, wrongFor(code), wire, PASSWORD, NEXT, 'owner@example.com'])
      expect(written).not.toMatch(new RegExp(`(?<![\\w.:-])${secret.replace(/[+/.]/g, '\\$&')}(?![\\w.:-])`));
  });
});

describe('a fresh entry from the portal as proof', () => {
  it('counts for five minutes on a host without a contact', async () => {
    const { accountCode } = await newHost({});
    const browser = await entered(accountCode);
    expect((await change(browser)).code).toBe('200');

    const expiredEntry = await entered(accountCode);
    pass(5 * MINUTE + 1000);
    expect(await change(expiredEntry)).toMatchObject({
      reason: 'verify-needed',
      res: { ways: ['password', 'token'] },
    });
    const secondEntry = await entered(accountCode);
    expect((await change(secondEntry, undefined, 'yet another passphrase')).code).toBe('200');
  });

  it('does not count if a code can be sent, nor for a user who signed in by FTP account', async () => {
    const { accountCode } = await newHost();
    const refused = await change(await entered(accountCode));
    expect(refused).toMatchObject({
      reason: 'verify-needed',
      res: { ways: ['password', 'email', 'sms'] },
    });
    const { browser } = await signedIn({});
    expect(await change(browser)).toMatchObject({ reason: 'verify-needed', res: { ways: ['password'] } });
  });

  it('gets no fresher by a switch of hosts or by activity', async () => {
    const { accountCode, hostName } = await newHost({});
    const second = await portal.host(accountCode, `next-${hostName}`);
    const browser = await entered(accountCode);
    pass(4 * MINUTE);
    expect((await browser.request('/api/changeHost', { form: { hostCode: second } })).code).toBe('200');
    pass(MINUTE + 1000);
    expect((await browser.request('/api/currentHostInfo')).code).toBe('200');
    expect((await change(browser)).reason).toBe('verify-needed');
  });

  it('does not make up for a wrong password in the same request', async () => {
    const { accountCode } = await newHost({});
    const browser = await entered(accountCode);
    expect((await change(browser, await sealed(browser, 'a guess'))).reason).toBe('verify-wrong');
  });
});

describe('a sensitive call from a portal’s page', () => {
  it('is refused to an embed token', async () => {
    const { accountCode, hostCode } = await newHost({});
    const origin = 'https://portal.example.com';
    const token = await portal.embedToken({ accountCode, hostCode, remote: 'files', origin });
    const reply = await new Browser(api).request(PATH, {
      json: { password: NEXT },
      headers: { authorization: `Bearer ${token}`, origin },
    });
    expect(reply.reason).toBe('not-allowed');
  });
});

import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal, sealPassword, solveCaptcha } from '#testing/browser';

describe('sign-in with the FTP account of a host', () => {
  let api: TestApi;
  let portal: Portal;
  let hostCode: string;
  beforeAll(async () => {
    api = await makeTestApi();
    portal = new Portal(api);
    hostCode = await portal.host(await portal.account(), 'alice');
  });
  afterAll(() => api.close());

  const logOf = (action: string) =>
    api.test.db.selectFrom('operation_log').selectAll().where('action', '=', action).orderBy('id').execute();

  it('opens a session with a cookie no script can read', async () => {
    const browser = new Browser(api);
    const reply = await browser.raw('/api/login', { form: await browser.loginForm('alice', PASSWORD) });
    expect(await reply.json()).toEqual({ code: '200', res: { hostCode }, msg: '' });
    expect(reply.headers.get('set-cookie')).toMatch(/^sitedeck_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    expect((await browser.request('/api/getLoginSource')).res).toBe('FTP');
    expect((await browser.request('/api/currentHostInfo')).res).toMatchObject({
      hostService: { hostName: 'alice', hostCode, serviceStatus: { value: 'NORMAL' } },
      operatorType: 'USER',
      operator: 'alice',
    });
  });

  it('stores the hash of the token only', async () => {
    const browser = new Browser(api);
    await browser.login('alice', PASSWORD);
    const token = browser.cookie?.split('=')[1] ?? '';
    const rows = await api.test.db.selectFrom('session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('accepts multipart form data too', async () => {
    const browser = new Browser(api);
    const body = new FormData();
    for (const [name, value] of Object.entries(await browser.loginForm('alice', PASSWORD)))
      body.set(name, value);
    expect((await browser.request('/api/login', { body })).code).toBe('200');
  });

  it('answers 403 the same way for a wrong password and an unknown name, and logs both', async () => {
    const wrong = await new Browser(api).login('alice', 'not the password');
    const unknown = await new Browser(api).login('nobody', PASSWORD);
    expect(wrong).toMatchObject({ status: 200, code: '403', msg: '用户名或密码错误' });
    expect({ ...unknown, headers: undefined }).toEqual({ ...wrong, headers: undefined });
    const failures = (await logOf('login')).filter((row) => row.result === 'wrong-credentials');
    expect(failures.map((row) => [row.object, row.host_code])).toEqual([
      ['alice', hostCode],
      ['nobody', null],
    ]);
    expect(failures[0]?.address).toBe('127.0.0.1');
  });

  it('answers in English if the browser prefers it', async () => {
    const browser = new Browser(api, { 'accept-language': 'en-US,en;q=0.9,zh;q=0.5' });
    expect((await browser.login('alice', 'wrong one')).msg).toBe('Wrong user name or password');
  });

  it('reports a name with a NUL as bad input, not as a bug', async () => {
    const browser = new Browser(api);
    const form = await browser.loginForm('alice', PASSWORD);
    const answer = await browser.request('/api/login', { form: { ...form, hostName: 'ali\0ce' } });
    expect(answer).toMatchObject({ code: '400', reason: 'bad-input', field: 'hostName' });
  });

  it('checks no password without a captcha', async () => {
    const browser = new Browser(api);
    const form = await browser.loginForm('alice', PASSWORD);
    const answer = await browser.request('/api/login', { form: { ...form, captchaTicket: '' } });
    expect(answer).toMatchObject({ code: '400', reason: 'captcha-missing' });
  });

  it('refuses a captured request that is sent again', async () => {
    const browser = new Browser(api);
    const form = await browser.loginForm('alice', PASSWORD);
    expect((await browser.request('/api/login', { form })).code).toBe('200');
    const thief = new Browser(api);
    expect(await thief.request('/api/login', { form })).toMatchObject({
      code: '400',
      reason: 'captcha-refused',
    });
    expect(thief.cookie).toBeUndefined();
  });

  it('refuses a captured password with a fresh captcha', async () => {
    const browser = new Browser(api);
    const captured = await browser.loginForm('alice', PASSWORD);
    const fresh = await browser.loginForm('alice', 'unknown to the thief');
    const answer = await browser.request('/api/login', {
      form: { ...fresh, password: captured['password'] ?? '' },
    });
    expect(answer).toMatchObject({ code: '400', reason: 'password-replayed' });
  });

  it('accepts a captcha only once in simultaneous requests', async () => {
    const form = await new Browser(api).loginForm('alice', PASSWORD);
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => new Browser(api).request('/api/login', { form })),
    );
    expect(replies.map((answer) => answer.code).sort()).toEqual(['200', '400', '400', '400']);
  });

  it.each([
    ['not base64 of anything', 'captcha-refused', (ticket: string) => `${ticket.slice(0, 20)}####`],
    ['signed by somebody else', 'captcha-refused', tamper('signature', 'a'.repeat(64))],
    ['of another salt', 'captcha-refused', tamper('salt', 'abc?rand=x&work=50000&until=99999999999999&')],
  ])('refuses a ticket that is %s', async (_what, reason, change) => {
    const browser = new Browser(api);
    const form = await browser.loginForm('alice', PASSWORD);
    const captchaTicket = change(form['captchaTicket'] ?? '');
    expect((await browser.request('/api/login', { form: { ...form, captchaTicket } })).reason).toBe(reason);
  });

  it('refuses a captcha that has expired', async () => {
    const browser = new Browser(api);
    const form = await browser.loginForm('alice', PASSWORD);
    api.advance(5 * 60_000 + 1);
    expect((await browser.request('/api/login', { form })).reason).toBe('captcha-refused');
  });

  it('distinguishes an unreadable password from a wrong one', async () => {
    const browser = new Browser(api);
    const challenge = await browser.challenge();
    const form = {
      hostName: 'alice',
      password: sealPassword(PASSWORD, challenge.captchaRand, Buffer.alloc(32, 7).toString('base64')),
      captchaRand: challenge.captchaRand,
      captchaTicket: solveCaptcha(challenge),
    };
    expect((await browser.request('/api/login', { form })).reason).toBe('password-unreadable');
  });

  it('names the field that is missing', async () => {
    const answer = await new Browser(api).request('/api/login', { form: { hostName: '', password: 'x' } });
    expect(answer).toMatchObject({ status: 200, code: '400', reason: 'bad-input', field: 'hostName' });
  });

  it('signs the browser out of its old session when it signs in again', async () => {
    const browser = new Browser(api);
    await browser.login('alice', PASSWORD);
    const old = browser.cookie;
    await browser.login('alice', PASSWORD);
    const before = new Browser(api);
    before.cookie = old;
    expect((await before.request('/api/getLoginSource')).status).toBe(996);
  });

  it('keeps passwords, cookies and captchas out of the log', async () => {
    const browser = new Browser(api);
    const form = await browser.loginForm('alice', PASSWORD);
    await browser.request('/api/login', { form });
    const log = api.logLines.join('') + JSON.stringify(await logOf('login'));
    for (const secret of [PASSWORD, form['password'], form['captchaTicket'], browser.cookie?.split('=')[1]])
      expect(log).not.toContain(secret);
  });
});

function tamper(field: string, value: string) {
  return (ticket: string): string => {
    const solution = JSON.parse(Buffer.from(ticket, 'base64').toString('utf8')) as Record<string, unknown>;
    return Buffer.from(JSON.stringify({ ...solution, [field]: value })).toString('base64');
  };
}

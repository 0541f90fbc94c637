import { sql } from 'kysely';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';

const JSON_PLEASE = { headers: { accept: 'application/json' } };
const HTML_PLEASE = { headers: { accept: 'text/html', 'x-requested-with': undefined } };
const entry = (token: string, replace = '') => `/api/login/token?token=${token}${replace}`;

describe('entry from the provider’s portal', () => {
  let api: TestApi;
  let portal: Portal;
  let accountCode: string;
  let first: string;
  let second: string;
  beforeAll(async () => {
    api = await makeTestApi();
    portal = new Portal(api);
    accountCode = await portal.account('Acme');
    first = await portal.host(accountCode, 'first', { remark: 'shop 100%' });
    second = await portal.host(accountCode, 'second', { domains: ['www.example.com', '例子.中国'] });
  });
  afterAll(() => api.close());

  async function enter(more: object = {}): Promise<Browser> {
    const browser = new Browser(api);
    const reply = await browser.raw(entry(await portal.token(accountCode, more)), HTML_PLEASE);
    expect(reply.status).toBe(303);
    return browser;
  }

  it('signs in, redirects to the console and leaves the token nowhere', async () => {
    const token = await portal.token(accountCode, { hostCode: second, operator: 'Han Meimei' });
    const browser = new Browser(api);
    const reply = await browser.raw(entry(token), HTML_PLEASE);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/']);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await browser.request('/api/getLoginSource')).res).toBe('HOST_TOKEN');
    expect((await browser.request('/api/currentHostInfo')).res).toMatchObject({
      hostService: { hostCode: second },
      operator: 'Han Meimei',
      operatorType: 'USER',
      domains: ['www.example.com', '例子.中国'],
    });
    const rows = await api.test.db
      .selectFrom('operation_log')
      .selectAll()
      .where('action', '=', 'loginByToken')
      .execute();
    expect(rows.at(-1)).toMatchObject({
      host_code: second,
      operator: 'Han Meimei',
      role: 'USER',
      result: 'ok',
    });
    const stored = await api.test.db.selectFrom('access_token').selectAll().execute();
    expect(api.logLines.join('') + JSON.stringify([rows, stored])).not.toContain(token);
  });

  it('answers JSON on request', async () => {
    const answer = await new Browser(api).request(entry(await portal.token(accountCode)), JSON_PLEASE);
    expect(answer).toMatchObject({ status: 200, code: '200', res: { hostCode: first } });
  });

  it('accepts a token once, even in simultaneous requests', async () => {
    const token = await portal.token(accountCode);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => new Browser(api).request(entry(token), JSON_PLEASE)),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual(['200', '403', '403', '403']);
    const page = await new Browser(api).raw(entry(token), HTML_PLEASE);
    expect(page.status).toBe(403);
    expect(await page.text()).toMatch(/已使用[\s\S]*already used/);
    expect(page.headers.get('set-cookie')).toBeNull();
  });

  it('refuses a token after five minutes', async () => {
    const token = await portal.token(accountCode);
    api.advance(5 * 60_000 + 1);
    expect((await new Browser(api).request(entry(token), JSON_PLEASE)).reason).toBe('token-refused');
  });

  it.each(['made-up', '%00', '<script>alert(1)</script>'])('refuses the token %s', async (token) => {
    const reply = await new Browser(api).raw(entry(encodeURIComponent(token)), HTML_PLEASE);
    expect(reply.status).toBe(403);
    expect(await reply.text()).not.toContain('<script');
  });

  it('asks before it replaces another session, and accepts only the answer to its own question', async () => {
    const browser = new Browser(api);
    await browser.login('first', PASSWORD);
    const before = browser.cookie;
    const token = await portal.token(accountCode, { hostCode: second, operator: 'Li Lei' });

    const reply = await browser.raw(entry(token), HTML_PLEASE);
    const page = await reply.text();
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(page).toMatch(/继续 Continue/);
    expect(browser.cookie).toBe(before);

    // A link that pretends to be the answer: the session stays.
    expect((await browser.raw(entry(token, '&replace=1'), HTML_PLEASE)).status).toBe(200);
    expect(browser.cookie).toBe(before);
    expect((await browser.request(entry(token), JSON_PLEASE)).reason).toBe('signed-in-already');

    const proof = /name="replace" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? '';
    expect((await browser.raw(entry(token, `&replace=${proof}`), HTML_PLEASE)).status).toBe(303);
    expect((await browser.request('/api/currentHostInfo')).res).toMatchObject({ operator: 'Li Lei' });
    const old = new Browser(api);
    old.cookie = before;
    expect((await old.request('/api/getLoginSource')).status).toBe(996);
  });

  it('does not ask if the same user signs in again', async () => {
    const browser = await enter({ hostCode: first, operator: 'Li Lei' });
    const token = await portal.token(accountCode, { hostCode: second, operator: 'Li Lei' });
    expect((await browser.raw(entry(token), HTML_PLEASE)).status).toBe(303);
  });

  describe('the host list and the switch', () => {
    const list = async (browser: Browser, body: object, page = '1/10') =>
      (await browser.request(`/api/vhost/getAllHostList/${page}`, { json: body })).res as {
        hostList: { records: { hostCode: string; domains: string[] }[]; pages: number; total: number };
        currentHostName: string;
      };
    const codes = async (browser: Browser, body: object) =>
      (await list(browser, body)).hostList.records.map((record) => record.hostCode);

    it('shows the account’s hosts, found by name or remark, by domain, or by either', async () => {
      const browser = await enter({ hostCode: first });
      const foreign = await portal.host(await portal.account(), 'first-of-another');
      expect(await list(browser, {})).toMatchObject({
        hostList: { pages: 1, total: 2 },
        currentHostName: 'first',
      });
      expect(await codes(browser, { hostName: 'IRS' })).toEqual([first]);
      expect(await codes(browser, { hostName: '100%' })).toEqual([first]);
      expect(await codes(browser, { hostName: '%' })).toEqual([first]);
      expect(await codes(browser, { hostName: '_' })).toEqual([]);
      expect(await codes(browser, { domain: 'EXAMPLE.c' })).toEqual([second]);
      expect(await codes(browser, { domain: '例子' })).toEqual([second]);
      expect(await codes(browser, { domain: 'xn--fsqu00a' })).toEqual([second]);
      expect(await codes(browser, { domain: 'example.c', hostName: '' })).toEqual([second]);
      expect(await codes(browser, { hostName: 'IRS', domain: 'EXAMPLE.c' })).toEqual([first, second]);
      expect(await codes(browser, { hostName: 'nobody', domain: 'nowhere' })).toEqual([]);
      expect(await codes(browser, {})).not.toContain(foreign);
      expect((await list(browser, {}, '2/1')).hostList).toMatchObject({
        pages: 2,
        records: [{ hostCode: second }],
      });
    });

    it('pages through 5,000 hosts of an account and finds one among them', async () => {
      const large = await portal.account();
      const entered = await portal.host(large, 'large-0');
      await sql`insert into host (code, account_code, host_name, password_hash, uid, node, language, product_type,
          instance_type, os_type, plugin, remark)
        select 'vh' || (900000 + n), account_code, 'large-' || n, '', 30000 + n, node, language, product_type,
          instance_type, os_type, plugin, ''
        from host, generate_series(1, 4999) n where code = ${entered}`.execute(api.test.db);
      await sql`insert into domain (name, host_code) select 'd' || n || '.example.org', 'vh' || (900000 + n)
        from generate_series(1, 4999) n`.execute(api.test.db);
      const browser = new Browser(api);
      const token = await portal.token(large, { hostCode: entered });
      await browser.request(entry(token), JSON_PLEASE);
      expect((await list(browser, {}, '500/10')).hostList).toMatchObject({ pages: 500, total: 5000 });
      expect((await list(browser, {}, '500/10')).hostList.records).toHaveLength(10);
      expect(await codes(browser, { hostName: 'd4321.', domain: 'd4321.' })).toEqual(['vh904321']);
      expect(await codes(browser, { hostName: 'large-4321', domain: 'large-4321' })).toEqual(['vh904321']);
    });

    it('shows an FTP account its own host only, and switches it nowhere', async () => {
      const browser = new Browser(api);
      await browser.login('first', PASSWORD);
      expect(await codes(browser, {})).toEqual([first]);
      expect(await codes(browser, { hostName: 'second' })).toEqual([]);
      expect((await browser.request('/api/changeHost', { form: { hostCode: second } })).reason).toBe(
        'not-allowed',
      );
    });

    it('switches within the account, and the old host’s page learns of it', async () => {
      const browser = await enter({ hostCode: first });
      expect((await browser.request('/api/changeHost', { form: { hostCode: second } })).res).toEqual({
        hostCode: second,
      });
      expect((await browser.request('/api/currentHostInfo')).res).toMatchObject({
        hostService: { hostCode: second },
      });
      const stale = await browser.request('/api/currentHostInfo', { headers: { 'x-host-code': first } });
      expect(stale).toMatchObject({ code: '409', reason: 'host-changed' });
    });

    it('refuses to switch to another account’s host as if it did not exist', async () => {
      const browser = await enter({ hostCode: first });
      const foreign = await portal.host(await portal.account(), 'foreign');
      const answer = await browser.request('/api/changeHost', { form: { hostCode: foreign } });
      const none = await browser.request('/api/changeHost', { form: { hostCode: 'vh99999' } });
      expect(answer).toMatchObject({ code: '404', reason: 'host-gone' });
      expect({ ...answer, headers: 0 }).toEqual({ ...none, headers: 0 });
    });
  });

  it('reports that no one-time code can be sent', async () => {
    const browser = await enter();
    expect(await browser.request('/api/captcha/send/email', { method: 'POST' })).toMatchObject({
      reason: 'no-channel',
    });
    expect(await browser.request('/api/captcha/send/pigeon', { method: 'POST' })).toMatchObject({
      reason: 'bad-input',
      field: 'x',
    });
  });
});

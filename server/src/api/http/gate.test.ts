import { z } from 'zod';
import { defineCall, HostCode } from '@sitedeck/contract';
import type { Handlers } from '../calls/handlers';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';

/** Calls that only this test has, bound like those of the product. */
const calls = {
  changeEntry: defineCall({
    method: 'POST',
    path: '/api/thing/change',
    summary: 'Changes something of the host',
    access: 'owner',
    effect: 'change',
    embed: ['files'],
    body: z.object({ name: z.string().max(5) }),
    reply: z.object({ count: z.number() }),
  }),
  administer: defineCall({
    method: 'GET',
    path: '/api/thing/administer',
    summary: 'For the provider only',
    access: 'administrator',
    effect: 'read',
    reply: z.object({}),
  }),
  accelerate: defineCall({
    method: 'GET',
    path: '/api/thing/accelerate',
    summary: 'For some hosts only',
    access: 'owner',
    effect: 'read',
    when: { languages: ['NET'], products: ['foreignTrade'], notInstances: ['OLD'], plugin: 1 },
    reply: z.object({}),
  }),
  breakDown: defineCall({
    method: 'GET',
    path: '/api/thing/break',
    summary: 'Fails in a way nobody expected',
    access: 'owner',
    effect: 'read',
    reply: z.object({}),
  }),
};
let count = 0;
const handlers: Handlers<typeof calls> = {
  changeEntry: ({ body }, { note }) => {
    note(body.name);
    count += 1;
    return Promise.resolve({ count });
  },
  administer: () => Promise.resolve({}),
  accelerate: () => Promise.resolve({}),
  breakDown: () => Promise.reject(new Error('select secret from /var/lib/inside')),
};

describe('the rules for every call of the console', () => {
  let api: TestApi;
  let portal: Portal;
  let accountCode: string;
  let hostCode: string;
  let otherHost: string;
  let owner: Browser;
  beforeAll(async () => {
    api = await makeTestApi({ extra: { calls, handlers } });
    portal = new Portal(api);
    accountCode = await portal.account();
    hostCode = await portal.host(accountCode, 'owner');
    otherHost = await portal.host(await portal.account(), 'other');
    owner = new Browser(api);
    await owner.login('owner', PASSWORD);
  });
  afterAll(() => api.close());

  const change = (browser: Browser, headers: Record<string, string | undefined> = {}) =>
    browser.request('/api/thing/change', { json: { name: 'a' }, headers });
  const lastOperation = () =>
    api.test.db.selectFrom('operation_log').selectAll().orderBy('id', 'desc').executeTakeFirst();

  async function expectNothingDone(
    request: Promise<{ reason: string | undefined }>,
    reason: string,
  ): Promise<void> {
    const before = count;
    expect((await request).reason).toBe(reason);
    expect(count).toBe(before);
  }

  describe('the origin of a request', () => {
    it.each([undefined, 'xmlhttprequest', 'fetch'])('refuses X-Requested-With %s', async (value) => {
      await expectNothingDone(change(owner, { 'x-requested-with': value }), 'bad-header');
      const read = await owner.request('/api/currentHostInfo', { headers: { 'x-requested-with': value } });
      expect(read.reason).toBe('bad-header');
    });

    it('accepts only the console’s own origin, for reading too', async () => {
      expect((await change(owner, { origin: api.url })).code).toBe('200');
      const others = [
        'null',
        'https://evil.example',
        `${api.url}.evil.example`,
        api.url.replace('http:', 'https:'),
        `${api.url}/`,
      ];
      for (const origin of others) {
        await expectNothingDone(change(owner, { origin }), 'bad-header');
        expect((await owner.request('/api/getLoginSource', { headers: { origin } })).reason).toBe(
          'bad-header',
        );
        expect((await owner.request('/api/captcha/challenge', { headers: { origin } })).reason).toBe(
          'bad-header',
        );
      }
    });

    it('returns the configuration without the header and without an envelope', async () => {
      const reply = await fetch(`${api.url}/config.json`);
      expect(await reply.json()).toMatchObject({
        apiBase: '/api',
        fileServiceBase: '/fs',
        wireKey: api.core.config.wireKey,
      });
    });
  });

  describe('the session of a caller', () => {
    it('answers HTTP 996 without a session, with an invented one and with a foreign cookie', async () => {
      for (const cookie of [undefined, 'sitedeck_session=made-up', 'other=1; sitedeck_sessionx=2']) {
        const stranger = new Browser(api);
        stranger.cookie = cookie;
        const answer = await change(stranger);
        expect(answer).toMatchObject({ status: 996, code: '996', reason: 'session-expired' });
      }
    });

    it('refuses the provider’s calls on the console', async () => {
      const reply = await owner.request('/provider/accounts', { json: { name: 'x' } });
      expect(reply).toMatchObject({ status: 404, code: '404' });
    });

    it('refuses administrators’ calls to owners', async () => {
      expect((await owner.request('/api/thing/administer')).reason).toBe('not-allowed');
      const token = await portal.token(accountCode, { hostCode, role: 'ADMINISTRATOR', operator: 'Li Lei' });
      const administrator = new Browser(api);
      await administrator.request(`/api/login/token?token=${token}`, {
        headers: { accept: 'application/json' },
      });
      expect((await administrator.request('/api/thing/administer')).code).toBe('200');
      await change(administrator);
      expect(await lastOperation()).toMatchObject({
        operator: 'Li Lei',
        role: 'ADMINISTRATOR',
        host_code: hostCode,
      });
    });
  });

  describe('the host of a call', () => {
    it('does nothing if the page shows another host than the session has', async () => {
      await expectNothingDone(change(owner, { 'x-host-code': otherHost }), 'host-changed');
      expect((await change(owner, { 'x-host-code': hostCode })).code).toBe('200');
    });

    it('refuses another host’s code in a path', async () => {
      const answer = await owner.request(`/api/task/queryList/${otherHost}`);
      expect(answer).toMatchObject({ code: '403', reason: 'not-allowed', field: 'hostCode' });
    });

    it('refuses another host’s code in a body', async () => {
      const answer = await owner.request('/api/changeHost', { form: { hostCode: otherHost } });
      expect(answer).toMatchObject({ code: '403', reason: 'not-allowed' });
    });

    it('refuses an invalid host code', async () => {
      expect(await owner.request('/api/task/queryList/..%2f..%2fetc')).toMatchObject({
        code: '400',
        field: 'hostCode',
      });
      expect(HostCode.safeParse('../x').success).toBe(false);
    });
  });

  describe('a call that only some hosts have', () => {
    it('is refused to a host without the language, product, instance or plugin, whatever its menu shows', async () => {
      const fit = { language: 'NET', productType: 'foreignTrade', instanceType: 'NEW', plugin: 1 };
      const code = await portal.host(accountCode, 'choosy', fit);
      const browser = new Browser(api);
      await browser.login('choosy', PASSWORD);
      const request = async (change: object) => {
        await portal.request(`/provider/hosts/${code}`, { method: 'PATCH', json: { ...fit, ...change } });
        return (await browser.request('/api/thing/accelerate')).reason;
      };
      expect(await request({})).toBeUndefined();
      for (const lacks of [
        { language: 'PHP' },
        { productType: 'shop' },
        { instanceType: 'VERY-OLD-1' },
        { plugin: 0 },
      ])
        expect(await request(lacks)).toBe('not-allowed');
    });
  });

  describe('a suspended host', () => {
    it('keeps session and tasks, refuses the rest, and works again as soon as it is resumed', async () => {
      await portal.request(`/provider/hosts/${hostCode}`, {
        method: 'PATCH',
        json: { serviceStatus: 'BLOCKING' },
      });
      await expectNothingDone(change(owner), 'host-blocked');
      expect((await owner.request('/api/currentHostInfo')).res).toMatchObject({
        hostService: { serviceStatus: { value: 'BLOCKING' } },
      });
      expect((await owner.request(`/api/task/queryList/${hostCode}`)).code).toBe('200');
      await portal.request(`/provider/hosts/${hostCode}`, {
        method: 'PATCH',
        json: { serviceStatus: 'NORMAL' },
      });
      expect((await change(owner)).code).toBe('200');
    });
  });

  describe('the workspace lock', () => {
    it('refuses changes while a locking task is open, and admits the task’s own upload', async () => {
      const task = await api.core.tasks.create({
        hostCode: HostCode.parse(hostCode),
        type: 'UPLOAD_FILE',
        params: { uploadId: 'u1' },
        operator: 'owner',
        status: 'RUNNING',
        leaseMs: 60_000,
      });
      await expectNothingDone(change(owner), 'workspace-busy');
      await expectNothingDone(change(owner, { 'x-upload-id': 'u2' }), 'workspace-busy');
      expect((await change(owner, { 'x-upload-id': 'u1' })).code).toBe('200');
      expect((await owner.request('/api/currentHostInfo')).code).toBe('200');
      expect(
        (await owner.request(`/api/task/updateTask/${task.id}`, { json: { notifyStatus: 1 } })).code,
      ).toBe('200');
      await api.core.tasks.finish(task.id, { status: 'RUNNING_SUCCESS' });
      expect((await change(owner)).code).toBe('200');
    });

    it('is not held by a task that does not lock, nor by an upload whose lease has expired', async () => {
      const base = {
        hostCode: HostCode.parse(hostCode),
        params: {},
        operator: 'owner',
        status: 'RUNNING',
      } as const;
      const backup = await api.core.tasks.create({ ...base, type: 'DB_BACKUP' });
      const upload = await api.core.tasks.create({ ...base, type: 'UPLOAD_FILE', leaseMs: -1 });
      expect((await change(owner)).code).toBe('200');
      for (const task of [backup, upload]) await api.core.tasks.finish(task.id, { status: 'STOP' });
    });
  });

  describe('an embed token', () => {
    const origin = 'https://portal.example';
    const bearer = (token: string, more: Record<string, string | undefined> = {}) => ({
      authorization: `Bearer ${token}`,
      origin,
      ...more,
    });
    const mint = (more: object = {}) =>
      portal.embedToken({ accountCode, hostCode, remote: 'files', origin, ...more });

    it('admits its remote’s calls from its origin, and lets that origin read the replies', async () => {
      const answer = await change(new Browser(api), bearer(await mint()));
      expect(answer.code).toBe('200');
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(await lastOperation()).toMatchObject({ operator: origin, detail: { embed: 'files' } });
    });

    it.each([
      ['another origin', 'bad-header', { origin: 'https://evil.example' }],
      ['no origin', 'bad-header', { origin: undefined }],
      ['a cookie beside it', 'bad-header', { cookie: 'sitedeck_session=x' }],
    ])('is refused with %s', async (_what, reason, headers) => {
      await expectNothingDone(change(new Browser(api), bearer(await mint(), headers)), reason);
    });

    it('is refused together with a valid cookie', async () => {
      await expectNothingDone(change(owner, bearer(await mint())), 'bad-header');
    });

    it('admits no call of another remote, none that portals may not make, and none for another host', async () => {
      const database = await mint({ remote: 'database' });
      await expectNothingDone(change(new Browser(api), bearer(database)), 'not-allowed');
      expect(await lastOperation()).toMatchObject({ operator: origin, result: 'not-allowed' });
      const files = await mint();
      const list = await new Browser(api).request('/api/vhost/getAllHostList/1/10', {
        json: {},
        headers: bearer(files),
      });
      expect(list.reason).toBe('not-allowed');
      const tasks = await new Browser(api).request(`/api/task/queryList/${otherHost}`, {
        headers: bearer(files),
      });
      expect(tasks.reason).toBe('not-allowed');
    });

    it('ends after five minutes with 996, so that the portal gets a new one', async () => {
      const token = await mint();
      api.advance(5 * 60_000 + 1);
      const answer = await change(new Browser(api), bearer(token));
      expect(answer).toMatchObject({ status: 996, reason: 'session-expired' });
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      await owner.login('owner', PASSWORD);
    });

    it('is not accepted as a sign-in token, nor a sign-in token as an embed token', async () => {
      const asLogin = await new Browser(api).request(`/api/login/token?token=${await mint()}`, {
        headers: { accept: 'application/json' },
      });
      expect(asLogin.reason).toBe('token-refused');
      const login = await portal.token(accountCode, { hostCode });
      expect((await change(new Browser(api), bearer(login))).status).toBe(996);
    });

    it('permits a browser’s preflight, without allowing cookies', async () => {
      const reply = await fetch(`${api.url}/api/thing/change`, { method: 'OPTIONS', headers: { origin } });
      expect(reply.status).toBe(204);
      expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
      api.advance(5 * 60_000 + 1);
      const expired = await fetch(`${api.url}/api/thing/change`, { method: 'OPTIONS', headers: { origin } });
      expect(expired.headers.get('access-control-allow-origin')).toBe(origin);
      await owner.login('owner', PASSWORD);
      const closed = await fetch(`${api.url}/api/logout`, { method: 'OPTIONS', headers: { origin } });
      expect(closed.headers.get('access-control-allow-origin')).toBeNull();
    });
  });

  it.each(['https://foreign.example', 'null', `https://console.example`])(
    'sends no CORS headers to %s, an origin that no embed token permits',
    async (origin) => {
      for (const path of ['/api/thing/change', '/api/task/queryList/x']) {
        const reply = await fetch(api.url + path, { method: 'OPTIONS', headers: { origin } });
        expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );

  it('permits only the origins on the operator’s list if there is one, with or without a token', async () => {
    const listed = await makeTestApi({
      extra: { calls, handlers },
      embedOrigins: ['https://listed.example'],
    });
    const allowedOriginFor = async (origin: string) => {
      const reply = await fetch(`${listed.url}/api/thing/change`, { method: 'OPTIONS', headers: { origin } });
      return reply.headers.get('access-control-allow-origin');
    };
    expect(await allowedOriginFor('https://listed.example')).toBe('https://listed.example');
    expect(await allowedOriginFor('https://other.example')).toBeNull();
    await listed.close();
  });

  describe('the input of a call', () => {
    it('names the invalid field and does nothing', async () => {
      const request = owner.request('/api/thing/change', { json: { name: 'too long' } });
      await expectNothingDone(request, 'bad-input');
      expect(await request).toMatchObject({
        status: 200,
        code: '400',
        field: 'name',
        msg: '请求内容不正确：name',
      });
      expect(await lastOperation()).toMatchObject({
        action: 'changeEntry',
        result: 'bad-input',
        host_code: hostCode,
      });
    });

    it.each([
      ['broken JSON', '{"name":', 'application/json'],
      ['an unknown form', 'name=a', 'text/plain'],
      ['a poisoned prototype', '{"__proto__":{"x":1},"name":"a"}', 'application/json'],
    ])('refuses %s', async (_what, body, type) => {
      await expectNothingDone(
        owner.request('/api/thing/change', { body, headers: { 'content-type': type } }),
        'bad-input',
      );
    });

    it('refuses a body that is too large before it is read', async () => {
      const body = JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) });
      const answer = await owner.request('/api/thing/change', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer).toMatchObject({ code: '413', reason: 'request-too-large' });
      // The front door reads the reply only after it has sent the body, so the connection must stay open
      // until then.
      expect(answer.headers.get('connection')).not.toBe('close');
    });

    it.each(['a\0b', 'half \ud83d'])('refuses text that no database can store: %j', async (name) => {
      await expectNothingDone(owner.request('/api/thing/change', { json: { name } }), 'bad-input');
    });
  });

  describe('the reply to a call', () => {
    it('reports a bug by its id only, and logs the details', async () => {
      const answer = await owner.request('/api/thing/break');
      expect(answer).toMatchObject({ status: 200, code: '500', reason: 'internal' });
      const text = JSON.stringify([answer.res, answer.msg, [...answer.headers]]);
      expect(text).not.toMatch(/select|\/var\/lib|Error|\.ts/);
      const { id } = z.object({ id: z.string() }).parse(answer.res);
      expect(api.logLines.some((line) => line.includes(id) && line.includes('select secret'))).toBe(true);
    });

    it('answers 404 in the envelope for an unknown address', async () => {
      expect(await owner.request('/api/nothing/here')).toMatchObject({
        status: 404,
        code: '404',
        reason: 'not-found',
      });
    });

    it('is never cached, and has no body if a poll finds nothing new', async () => {
      expect((await owner.raw('/api/currentHostInfo')).headers.get('cache-control')).toBe('no-store');
      const first = await owner.raw(`/api/task/queryList/${hostCode}`);
      const etag = first.headers.get('etag') ?? '';
      const secondReply = await owner.raw(`/api/task/queryList/${hostCode}`, {
        headers: { 'if-none-match': etag },
      });
      expect(secondReply.status).toBe(304);
      expect(await secondReply.text()).toBe('');
    });

    it('does not serve HEAD for a GET that changes something', async () => {
      const reply = await owner.raw('/api/task/stopTask/1', { method: 'HEAD' });
      expect(reply.status).toBe(404);
    });
  });

  it('records who changed what from where, and lets no one change the record', async () => {
    await change(owner);
    const row = await lastOperation();
    expect(row).toMatchObject({
      host_code: hostCode,
      account_code: accountCode,
      operator: 'owner',
      role: 'USER',
      address: '127.0.0.1',
      action: 'changeEntry',
      object: 'a',
      result: 'ok',
    });
    await expect(api.test.db.deleteFrom('operation_log').execute()).rejects.toThrow('only grows');
    await expect(api.test.db.updateTable('operation_log').set({ operator: 'x' }).execute()).rejects.toThrow(
      'only grows',
    );
  });

  it('accepts no forwarded address from a peer that is not the front door', async () => {
    await change(owner, { 'x-forwarded-for': '203.0.113.9' });
    expect((await lastOperation())?.address).toBe('127.0.0.1');
  });
});

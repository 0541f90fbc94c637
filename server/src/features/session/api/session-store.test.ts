import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '@sitedeck/contract';
import { makeTestApi, type TestApi } from '#testing/api';
import { hashToken } from '#sites/api/token';
import { Refusal } from '#faults/refusal';
import { Browser, PASSWORD, Portal } from '#testing/browser';

const MINUTE = 60_000;

describe('a session', () => {
  let api: TestApi;
  let other: TestApi;
  let portal: Portal;
  let hostCode: string;
  let names = 0;
  let name: string;
  let refusal: Refusal | undefined;
  beforeAll(async () => {
    const apply = () => (refusal ? Promise.reject(refusal) : Promise.resolve());
    api = await makeTestApi({ work: { applySites: apply } });
    other = await makeTestApi({ beside: api });
    portal = new Portal(api);
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });

  let browser: Browser;
  beforeEach(async () => {
    name = `host-${(names += 1)}`;
    refusal = undefined;
    hostCode = await portal.host(await portal.account(), name);
    browser = new Browser(api);
    await browser.login(name, PASSWORD);
  });

  const active = (who = browser) => who.request('/api/currentHostInfo');
  const poll = () => browser.request(`/api/task/queryList/${hostCode}`);
  /** Uses the same cookie with the other process. */
  const otherStore = () => {
    const copy = new Browser(other);
    copy.cookie = browser.cookie;
    return copy;
  };

  it('ends thirty minutes after the user’s last activity', async () => {
    api.advance(SESSION_IDLE_MS - MINUTE);
    expect((await active()).code).toBe('200');
    api.advance(SESSION_IDLE_MS - MINUTE);
    expect((await active()).code).toBe('200');
    api.advance(SESSION_IDLE_MS + 1);
    expect((await active()).status).toBe(996);
  });

  it('is not kept alive by polls', async () => {
    for (let minutes = 0; minutes < 30; minutes += 10) {
      expect((await poll()).code).toBe('200');
      api.advance(10 * MINUTE + 1);
    }
    expect((await poll()).status).toBe(996);
  });

  it('ends after twelve hours, whatever the activity', async () => {
    const step = 20 * MINUTE;
    for (let passed = step; passed < SESSION_ABSOLUTE_MS; passed += step) {
      api.advance(step);
      expect((await active()).code).toBe('200');
    }
    api.advance(step);
    expect((await active()).status).toBe(996);
  });

  it('stores activity once a minute at most', async () => {
    const written = async () => {
      await api.core.sessions.settled();
      const row = await api.test.db
        .selectFrom('session')
        .select('last_active_at')
        .where('host_code', '=', hostCode as never)
        .executeTakeFirstOrThrow();
      return row.last_active_at.getTime();
    };
    await active();
    const first = await written();
    api.advance(MINUTE / 2);
    await active();
    expect(await written()).toBe(first);
    api.advance(MINUTE);
    await active();
    expect(await written()).toBeGreaterThan(first);
  });

  it('ends with sign-out, in this and in every other process', async () => {
    const copy = otherStore();
    expect((await active(copy)).code).toBe('200');
    const reply = await browser.raw('/api/logout', { method: 'POST' });
    expect(reply.headers.get('set-cookie')).toMatch(/^sitedeck_session=; Max-Age=0;/);
    browser.cookie = copy.cookie;
    expect((await active()).status).toBe(996);
    await eventually(async () => expect((await active(copy)).status).toBe(996));
  });

  it('ends in every process when the password changes, together with embed tokens', async () => {
    const copy = otherStore();
    await active(copy);
    const origin = 'https://portal.example';
    const accountCode = (await portal.request(`/provider/hosts/${hostCode}`)).res as { accountCode: string };
    const token = await portal.embedToken({ ...accountCode, hostCode, remote: 'files', origin });
    const change = { method: 'PATCH', json: { password: 'another password' } };
    expect((await portal.request(`/provider/hosts/${hostCode}`, change)).status).toBe(200);
    const why = { status: 996, code: '996', reason: 'password-changed' };
    expect(await active()).toMatchObject(why);
    await eventually(async () => expect(await active(copy)).toMatchObject(why));
    const embedded = await new Browser(api).request(`/api/task/queryList/${hostCode}`, {
      headers: { authorization: `Bearer ${token}`, origin },
    });
    expect(embedded).toMatchObject({ status: 996, reason: 'session-expired' });
  });

  it('sees a host suspended by another process at once', async () => {
    expect((await active()).code).toBe('200');
    await new Portal(other).request(`/provider/hosts/${hostCode}`, {
      method: 'PATCH',
      json: { serviceStatus: 'BLOCKING' },
    });
    await eventually(async () =>
      expect((await active()).res).toMatchObject({ hostService: { serviceStatus: { value: 'BLOCKING' } } }),
    );
  });

  it('is read from the database while announcements are interrupted', async () => {
    await active();
    await api.test.db
      .deleteFrom('session')
      .where('host_code', '=', hostCode as never)
      .execute();
    // The change was not announced, so this process's memory does not have it.
    expect((await active()).code).toBe('200');
    api.core.sessions.onConnected(false);
    expect((await active()).status).toBe(996);
    api.core.sessions.onConnected(true);
  });

  it('ends with its host, and every process reports the reason to its browser', async () => {
    const copy = otherStore();
    await active(copy);
    await portal.request(`/provider/hosts/${hostCode}`, { method: 'DELETE' });
    const why = { status: 996, code: '996', reason: 'host-removed' };
    expect(await active()).toMatchObject(why);
    expect(await poll()).toMatchObject(why);
    await eventually(async () => expect(await active(copy)).toMatchObject(why));
    expect(await browser.request('/api/vhost/restart', { json: {} })).toMatchObject(why);
  });

  it('reports a removed host even before the session’s end was announced', async () => {
    await active();
    await api.test.db
      .deleteFrom('host')
      .where('code', '=', hostCode as never)
      .execute();
    // Announces the removal of the host as the product does, but not yet the session's end.
    api.core.hosts.onChange({ is: 'host', hostCode });
    expect(await active()).toMatchObject({ status: 996, reason: 'host-removed' });
  });

  it('reports its end in the browser’s language', async () => {
    await portal.request(`/provider/hosts/${hostCode}`, { method: 'DELETE' });
    const inWords = async (language: string) => {
      const answer = await browser.raw('/api/currentHostInfo', { headers: { 'accept-language': language } });
      return ((await answer.json()) as { msg: string }).msg;
    };
    expect(await inWords('zh-CN')).toBe('主机已被删除，请联系服务商');
    expect(await inWords('en-US')).toBe('The host was removed. Contact your provider');
  });

  it('keeps the reason of its end no longer than it would have lasted', async () => {
    const reason = () =>
      api.test.db
        .selectFrom('ended_session')
        .select('expires_at')
        .where('id_hash', '=', hashToken(/=(.+)/.exec(browser.cookie ?? '')?.[1] ?? ''))
        .execute();
    const begun = Date.now();
    await portal.request(`/provider/hosts/${hostCode}`, {
      json: { password: 'yet another' },
      method: 'PATCH',
    });
    const [row] = await reason();
    expect(row?.expires_at.getTime()).toBeGreaterThan(begun);
    await api.core.sessions.sweep();
    expect(await reason()).toHaveLength(1);
    api.advance(SESSION_ABSOLUTE_MS + MINUTE);
    expect(await active()).toMatchObject({ status: 996, reason: 'session-expired' });
    await api.core.sessions.sweep();
    expect(await reason()).toEqual([]);
  });

  it('ends without a reason if the node refuses a change that includes a password; the old one stays valid', async () => {
    refusal = new Refusal('config-refused', { values: { engine: 'nginx', detail: 'not fit' } });
    const change = { password: 'never in force', domains: ['refused.example.org'] };
    const answer = await portal.request(`/provider/hosts/${hostCode}`, { method: 'PATCH', json: change });
    expect(answer.reason).toBe('config-refused');
    expect(await active()).toMatchObject({ status: 996, reason: 'session-expired' });
    expect((await new Browser(api).login(name, PASSWORD)).code).toBe('200');
  });

  it('reports a signed-out session as expired', async () => {
    const copy = otherStore();
    await browser.raw('/api/logout', { method: 'POST' });
    await eventually(async () =>
      expect(await active(copy)).toMatchObject({ status: 996, reason: 'session-expired' }),
    );
  });
});

/** Announcements between processes take a moment. */
async function eventually(check: () => Promise<void>): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '@sitedeck/contract';
import { makeTestApi, type TestApi } from '../../testing/api';
import { Browser, PASSWORD, Portal } from '../../testing/browser';

const MINUTE = 60_000;

jest.setTimeout(30_000);

describe('a session', () => {
  let api: TestApi;
  let other: TestApi;
  let portal: Portal;
  let hostCode: string;
  let names = 0;
  beforeAll(async () => {
    api = await makeTestApi();
    other = await makeTestApi({ beside: api });
    portal = new Portal(api);
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });

  let browser: Browser;
  beforeEach(async () => {
    const name = `host-${(names += 1)}`;
    hostCode = await portal.host(await portal.account(), name);
    browser = new Browser(api);
    await browser.login(name, PASSWORD);
  });

  const active = (who = browser) => who.ask('/api/currentHostInfo');
  const poll = () => browser.ask(`/api/task/queryList/${hostCode}`);
  /** The same cookie at the other process. */
  const elsewhere = () => {
    const copy = new Browser(other);
    copy.cookie = browser.cookie;
    return copy;
  };

  it('ends thirty minutes after the last thing the user did', async () => {
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

  it('ends after twelve hours however busy it was', async () => {
    const step = 20 * MINUTE;
    for (let passed = step; passed < SESSION_ABSOLUTE_MS; passed += step) {
      api.advance(step);
      expect((await active()).code).toBe('200');
    }
    api.advance(step);
    expect((await active()).status).toBe(996);
  });

  it('writes activity down once a minute at most', async () => {
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

  it('ends with sign-out, here and in every other process', async () => {
    const copy = elsewhere();
    expect((await active(copy)).code).toBe('200');
    const reply = await browser.raw('/api/logout', { method: 'POST' });
    expect(reply.headers.get('set-cookie')).toMatch(/^sitedeck_session=; Max-Age=0;/);
    browser.cookie = copy.cookie;
    expect((await active()).status).toBe(996);
    await eventually(async () => expect((await active(copy)).status).toBe(996));
  });

  it('ends in every process when the password changes, and embed tokens with it', async () => {
    const copy = elsewhere();
    await active(copy);
    const origin = 'https://portal.example';
    const accountCode = (await portal.ask(`/provider/hosts/${hostCode}`)).res as { accountCode: string };
    const token = await portal.embedToken({ ...accountCode, hostCode, remote: 'files', origin });
    const change = { method: 'PATCH', json: { password: 'another password' } };
    expect((await portal.ask(`/provider/hosts/${hostCode}`, change)).status).toBe(200);
    expect((await active()).status).toBe(996);
    await eventually(async () => expect((await active(copy)).status).toBe(996));
    const embedded = await new Browser(api).ask(`/api/task/queryList/${hostCode}`, {
      headers: { authorization: `Bearer ${token}`, origin },
    });
    expect(embedded.status).toBe(996);
  });

  it('sees a host suspended by another process at once', async () => {
    expect((await active()).code).toBe('200');
    await new Portal(other).ask(`/provider/hosts/${hostCode}`, {
      method: 'PATCH',
      json: { serviceStatus: 'BLOCKING' },
    });
    await eventually(async () =>
      expect((await active()).res).toMatchObject({ hostService: { serviceStatus: { value: 'BLOCKING' } } }),
    );
  });

  it('is looked up anew while announcements can’t be heard', async () => {
    await active();
    await api.test.db
      .deleteFrom('session')
      .where('host_code', '=', hostCode as never)
      .execute();
    // Nobody announced that: the memory of this process does not know.
    expect((await active()).code).toBe('200');
    api.core.sessions.onConnected(false);
    expect((await active()).status).toBe(996);
    api.core.sessions.onConnected(true);
  });

  it('is gone with its host', async () => {
    await portal.ask(`/provider/hosts/${hostCode}`, { method: 'DELETE' });
    expect((await active()).status).toBe(996);
  });
});

/** Announcements between processes take a moment. */
async function eventually(check: () => Promise<void>): Promise<void> {
  const until = Date.now() + 2000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BootDocument } from '@sitedeck/contract';
import { makeTestApi, TEST_KEY, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { filesOf, remoteJson, remotePackage } from '#testing/remote-package';

const tokenOf = ({ cookie = '' }: Browser): string => cookie.slice(cookie.indexOf('=') + 1);

const ORIGIN = 'https://portal.example';

describe('the remotes that a session gets', () => {
  let api: TestApi;
  let portal: Portal;
  let accountCode: string;
  let hostCode: string;
  beforeAll(async () => {
    api = await makeTestApi();
    portal = new Portal(api);
    accountCode = await portal.account();
    hostCode = await portal.host(accountCode, 'one');
    await publish('notes', '1.0.0');
    await publish('notes', '1.1.0');
    await traffic('notes', { is: 'promote', version: '1.0.0' });
  });
  afterAll(() => api.close());

  async function publish(name: string, version: string): Promise<void> {
    const body = new Uint8Array(await remotePackage(name, version));
    const headers = { 'content-type': 'application/gzip' };
    const answer = await portal.request(`/provider/remotes/${name}/versions?why=test`, { body, headers });
    if (answer.status !== 200) throw new Error(answer.msg);
  }
  async function traffic(name: string, change: object): Promise<void> {
    const { res } = await portal.request(`/provider/remotes/${name}`);
    const { revision } = res as { revision: number };
    const json = { revision, why: 'a test', change };
    const answer = await portal.request(`/provider/remotes/${name}/traffic`, { json });
    if (answer.status !== 200) throw new Error(answer.msg);
  }

  /** Signs in a user whom the portal sends. */
  async function enter(more: object = {}): Promise<Browser> {
    const token = await portal.token(accountCode, { hostCode, operator: 'dev', ...more });
    const browser = new Browser(api);
    await browser.raw(`/api/login/token?token=${token}`, { headers: { accept: 'application/json' } });
    return browser;
  }
  const bootOf = async (browser: Browser): Promise<BootDocument> => {
    const session = await api.core.sessions.find(tokenOf(browser), false);
    if (!session) throw new Error('no session');
    return api.core.registry.bootOf(session);
  };
  const versionOf = async (browser: Browser) => (await bootOf(browser)).remotes[0]?.version;

  describe('the remotes of a page', () => {
    it('follows an account’s pin on the next page load, and its removal on the one after', async () => {
      const browser = await enter();
      expect(await versionOf(browser)).toBe('1.0.0');
      await traffic('notes', { is: 'pin', accountCode, version: '1.1.0' });
      expect(await versionOf(browser)).toBe('1.1.0');
      await traffic('notes', { is: 'pin', accountCode, version: null });
      expect(await versionOf(browser)).toBe('1.0.0');
    });

    it('follows a change by another process', async () => {
      const other = await makeTestApi({ beside: api });
      try {
        const session = await api.core.sessions.find(tokenOf(await enter()), false);
        if (!session) throw new Error('no session');
        const otherVersion = async () => (await other.core.registry.bootOf(session)).remotes[0]?.version;
        expect(await otherVersion()).toBe('1.0.0');
        await traffic('notes', { is: 'promote', version: '1.1.0' });
        while ((await otherVersion()) !== '1.1.0') await new Promise((resolve) => setTimeout(resolve, 20));
        await traffic('notes', { is: 'rollback' });
      } finally {
        await other.close();
      }
    });

    it('reports a remote without files as missing, and offers it again with its files', async () => {
      const browser = await enter();
      const folder = join(api.registry, 'remotes/notes/1.1.0');
      await traffic('notes', { is: 'pin', accountCode, version: '1.1.0' });
      const manifest = join(folder, 'remote.json');
      await rm(manifest);
      expect((await bootOf(browser)).remotes).toMatchObject([
        { name: 'notes', version: '1.1.0', refused: 'version-missing', menu: [{ path: '/notes' }] },
      ]);
      await writeFile(manifest, JSON.stringify(remoteJson('notes', '1.1.0', filesOf('notes', '1.1.0'))));
      expect((await bootOf(browser)).remotes[0]).not.toHaveProperty('refused');
      await traffic('notes', { is: 'pin', accountCode, version: null });
    });
  });

  describe('an override', () => {
    const base = 'http://localhost:3001/';
    const built = remoteJson('notes', '2.0.0-dev', filesOf('notes', '2.0.0-dev'));
    const claims = ['remote-override'];
    const set = (browser: Browser, more: object = {}) =>
      browser.request('/api/remote/override', { json: { base, built, ...more } });

    it('holds for the session that set it, until it is reset', async () => {
      const [mine, other] = [await enter({ claims }), await enter({ claims })];
      expect(await set(mine)).toMatchObject({ code: '200' });
      expect((await bootOf(mine)).remotes).toMatchObject([
        { name: 'notes', version: '2.0.0-dev', base, override: true, assets: built.assets },
      ]);
      expect(await versionOf(other)).toBe('1.0.0');
      expect(await mine.request('/api/remote/override/reset', { method: 'POST' })).toMatchObject({
        code: '200',
      });
      expect(await versionOf(mine)).toBe('1.0.0');
    });

    it('ends with the session', async () => {
      const browser = await enter({ claims });
      await set(browser);
      await browser.request('/api/logout', { method: 'POST' });
      expect(await versionOf(await enter({ claims }))).toBe('1.0.0');
    });

    it('appears in the operation log with its origin and version when it is set, reset and refused', async () => {
      const [mine, stranger] = [await enter({ claims, operator: 'ann' }), await enter({ operator: 'bob' })];
      await set(mine);
      await mine.request('/api/remote/override/reset', { method: 'POST' });
      await set(stranger);
      const rows = await api.test.db
        .selectFrom('operation_log')
        .select(['operator', 'action', 'object', 'result', 'detail'])
        .where('operator', 'in', ['ann', 'bob'])
        .where('area', '=', 'remote')
        .orderBy('id')
        .execute();
      expect(rows).toMatchObject([
        {
          operator: 'ann',
          action: 'setOverride',
          object: 'notes',
          result: 'ok',
          detail: { base, version: '2.0.0-dev' },
        },
        { operator: 'ann', action: 'resetOverride', object: 'notes', result: 'ok' },
        { operator: 'bob', action: 'setOverride', object: 'notes', result: 'override-not-allowed' },
      ]);
    });

    it('is refused with a single reason before the other origin is read', async () => {
      const request = (browser: Browser, from: string) =>
        browser.request(`/api/remote/override?base=${encodeURIComponent(from)}`);
      const person = await enter({ claims });
      expect(await request(person, base)).toMatchObject({ code: '200' });
      expect(await request(person, 'https://elsewhere.example/')).toMatchObject({
        reason: 'override-origin',
      });
      expect(await request(await enter(), base)).toMatchObject({
        code: '403',
        reason: 'override-not-allowed',
      });
    });

    it('is refused without the claim, to an administrator, and to a host’s own FTP account', async () => {
      expect(await set(await enter())).toMatchObject({ code: '403', reason: 'override-not-allowed' });
      expect(await set(await enter({ role: 'ADMINISTRATOR' }))).toMatchObject({
        reason: 'override-not-allowed',
      });
      const owner = new Browser(api);
      await owner.login('one', PASSWORD);
      expect(await set(owner)).toMatchObject({ reason: 'override-not-allowed' });
      const reply = await portal.request('/provider/tokens', {
        json: { accountCode, role: 'ADMINISTRATOR', operator: 'x', claims },
      });
      expect(reply).toMatchObject({ status: 400, field: 'claims' });
    });

    it.each([
      ['an origin that is not allowed', { base: 'https://evil.example/' }, 'override-origin'],
      ['an address that is no folder', { base: 'http://localhost:3001/x' }, 'bad-input'],
      ['an address with a query', { base: 'http://localhost:3001/?x=/' }, 'bad-input'],
      ['a script instead of an address', { base: 'javascript:alert(1)//' }, 'bad-input'],
      ['a remote that nobody has', { built: { ...built, name: 'unknown' } }, 'not-published'],
      ['an entry without a hash', { built: { ...built, entry: 'other.js' } }, 'bad-input'],
      ['a file without a hash', { built: { ...built, assets: { 'remoteEntry.0123.js': '' } } }, 'bad-input'],
      [
        'what would break the console',
        { built: { ...built, requires: { sdk: '^9.0.0', shell: '*' } } },
        'version-unfit',
      ],
    ])('is refused for %s', async (_what, more, reason) => {
      const browser = await enter({ claims });
      expect(await set(browser, more)).toMatchObject({ reason });
      expect(await versionOf(browser)).toBe('1.0.0');
    });

    it('lets the page read the origin in its address only for a user who may confirm it', async () => {
      const url = `/notes?override=notes@${base}`;
      const proposedOrigin = async (browser: Browser, address = url) => {
        const session = await api.core.sessions.find(tokenOf(browser), false);
        return session && api.core.registry.offeredOrigin(session, address);
      };
      expect(await proposedOrigin(await enter({ claims }))).toBe('http://localhost:3001');
      expect(await proposedOrigin(await enter())).toBeUndefined();
      expect(
        await proposedOrigin(await enter({ claims }), '/notes?override=notes@https://evil.example/'),
      ).toBeUndefined();
      expect(await proposedOrigin(await enter({ claims }), '/notes?override=%%')).toBeUndefined();
      expect(await proposedOrigin(await enter({ claims }), `//[?override=notes@${base}`)).toBe(
        'http://localhost:3001',
      );
    });
  });

  describe('an event that a page reports', () => {
    const tell = (browser: Browser, ...events: object[]) =>
      browser.request('/api/remote/events', { json: { events } });
    const metrics = async () =>
      (
        await fetch(`${api.providerUrl}/metrics`, { headers: { authorization: `Bearer ${TEST_KEY}` } })
      ).text();
    const loaded = { is: 'loaded', name: 'notes', version: '1.0.0', ms: 320 };
    const failed = { is: 'failed', name: 'notes', version: '1.0.0', stage: 'chunk', message: 'gone' };

    it('appears in the metrics and in the status of the version', async () => {
      const browser = await enter();
      expect(await tell(browser, loaded, loaded, failed)).toMatchObject({ code: '200' });
      const text = await metrics();
      expect(text).toContain('sitedeck_remote_loads_seconds_count{remote="notes",version="1.0.0"} 2');
      expect(text).toContain('sitedeck_remote_errors_total{remote="notes",version="1.0.0",stage="chunk"} 1');
      const { res } = await portal.request('/provider/remotes/notes');
      const { versions } = res as { versions: { version: string; health: object }[] };
      expect(versions.find(({ version }) => version === '1.0.0')?.health).toEqual({
        loads: 2,
        errors: { chunk: 1 },
        medianMs: 500,
        slowestMs: 500,
      });
      expect(api.logLines.join('')).toContain('a remote failed in a page');
    });

    it('is accepted until a host’s pages have sent too many, and again a minute later', async () => {
      const noisy = await portal.host(accountCode, 'talker');
      const talker = await enter({ hostCode: noisy });
      const fifty = Array.from({ length: 50 }, () => failed);
      for (const _time of [1, 2, 3, 4]) expect(await tell(talker, ...fifty)).toMatchObject({ code: '200' });
      const lines = api.logLines.length;
      const answer = await tell(talker, ...fifty);
      expect(answer).toMatchObject({ status: 429, reason: 'too-many-attempts' });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(api.logLines.slice(lines).join('')).not.toContain('a remote failed in a page');
      expect(await tell(await enter(), failed)).toMatchObject({ code: '200' });
      api.advance(60_000);
      expect(await tell(talker, failed)).toMatchObject({ code: '200' });
    });

    it('has its load time capped, so that one event can’t distort the total', async () => {
      const sum = async () => Number(/loads_seconds_sum\{[^}]*\} (\S+)/.exec(await metrics())?.[1] ?? 0);
      const before = await sum();
      await tell(await enter(), { ...loaded, ms: 1e308 });
      expect((await sum()) - before).toBeLessThan(121);
    });

    it('is not counted for an unpublished version, to limit the number of metric labels', async () => {
      const browser = await enter();
      await tell(browser, { ...failed, version: '9.9.9' }, { ...failed, name: 'other' });
      const text = await metrics();
      expect(text).not.toContain('9.9.9');
      expect(text).not.toContain('remote="other"');
    });

    it('is counted once, whichever process receives it', async () => {
      const other = await makeTestApi({ beside: api });
      const browser = await enter();
      const otherBrowser = new Browser(other);
      otherBrowser.cookie = browser.cookie;
      const loads = async () => {
        const { res } = await portal.request('/provider/remotes/notes');
        const { versions } = res as { versions: { version: string; health: { loads: number } }[] };
        return versions.find(({ version }) => version === '1.0.0')?.health.loads ?? 0;
      };
      const before = await loads();
      await tell(browser, loaded);
      await otherBrowser.request('/api/remote/events', { json: { events: [loaded] } });
      await other.close();
      expect(await loads()).toBe(before + 2);
    });
  });

  describe('a portal’s page', () => {
    const request = async (remote: string) => {
      const token = await portal.embedToken({ accountCode, hostCode, remote, origin: ORIGIN });
      return new Browser(api).request('/api/remote/embed', {
        headers: { authorization: `Bearer ${token}`, origin: ORIGIN },
      });
    };

    it('gets the remote of its token with absolute URLs', async () => {
      expect((await request('notes')).res).toMatchObject({
        remote: { name: 'notes', version: '1.0.0', base: `${api.url}/remotes/notes/1.0.0/` },
        config: { apiBase: `${api.url}/api`, fileServiceBase: `${api.url}/fs` },
        host: { hostService: { hostCode } },
      });
    });

    it('gets no unpublished remote, and a session of the console gets none this way', async () => {
      expect(await request('unknown')).toMatchObject({ reason: 'not-published' });
      expect(await (await enter()).request('/api/remote/embed')).toMatchObject({ reason: 'not-allowed' });
    });
  });
});

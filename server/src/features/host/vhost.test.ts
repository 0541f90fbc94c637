import {
  consoleCalls,
  DEFAULT_PLAN,
  HostCode,
  type CallShape,
  type Need,
  type VhostInfo,
} from '@sitedeck/contract';
import { storeDiskUsage } from '#sites/disk-usage';
import { makeHosts } from '#sites/api/hosts';
import { Refusal } from '#faults/refusal';
import { makeTestApi, TEST_REACH, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';

const GIB = 1024 ** 3;

describe('the calls of Home', () => {
  let api: TestApi;
  let portal: Portal;
  let owner: Browser;
  let mine: HostCode;
  let accountCode: string;
  /** PHP version that the node reports. */
  let php: string | null | undefined = '8.2.29';
  beforeAll(async () => {
    api = await makeTestApi({
      runtimes: () =>
        php === undefined
          ? Promise.reject(new Refusal('engine-down'))
          : Promise.resolve({ PHP: php, NET: null }),
    });
    portal = new Portal(api);
    accountCode = await portal.account();
    mine = HostCode.parse(
      await portal.host(accountCode, 'mine', {
        domains: ['例子.example.org'],
        diskQuotaBytes: GIB,
        databaseQuotaBytes: GIB,
        trafficQuotaBytes: GIB,
      }),
    );
    owner = new Browser(api, { 'accept-language': 'en' });
    await owner.login('mine', PASSWORD);
  });
  afterAll(() => api.close());
  afterEach(async () => {
    php = '8.2.29';
    await patch({ serviceStatus: 'NORMAL' });
    await owner.request('/api/vhost/open', { method: 'POST' });
    await api.test.db.deleteFrom('task').execute();
    await api.test.db.deleteFrom('host_usage').execute();
    await api.test.db.deleteFrom('host_database').execute();
  });

  const patch = (json: object, hostCode: string = mine) =>
    portal.request(`/provider/hosts/${hostCode}`, { method: 'PATCH', json });
  const info = async (browser = owner) =>
    (await browser.request('/api/vhost/info', { method: 'POST' })).res as VhostInfo;
  const needs = async (browser = owner) =>
    ((await browser.request('/api/vhost/needs', { method: 'POST' })).res as { needs: Need[] }).needs;

  describe('info', () => {
    it('shows addresses, engine, FTP access and the ways of step-up', async () => {
      expect(await info()).toMatchObject({
        serviceStatus: 'NORMAL',
        engineVersion: '8.2.29',
        testUrl: `http://${mine}.localhost:8081/`,
        domains: ['例子.example.org'],
        serverAddresses: TEST_REACH.addresses,
        ftp: {
          host: '192.0.2.7',
          port: 2121,
          user: 'mine',
          enabled: true,
          writable: true,
          served: true,
          tls: 'required',
          canBeReadOnly: true,
        },
        verify: { password: true, token: false },
      });
      expect(Date.parse((await info()).createdAt)).toBeGreaterThan(Date.now() - 3600_000);
    });

    it.each([
      ['is not installed', null],
      ['is on a node that does not answer', undefined],
    ])('names no version of an engine that %s', async (_what, version) => {
      php = version;
      expect(await info()).not.toHaveProperty('engineVersion');
    });
  });

  describe('the FTP setting', () => {
    const change = (json: unknown, browser = owner) => browser.request('/api/vhost/ftp/change', { json });
    afterEach(() => change({ enabled: true, writable: true }));

    it('changes the named fields and keeps the others', async () => {
      expect((await change({ writable: false })).res).toEqual({ enabled: true, writable: false });
      expect((await change({ enabled: false })).res).toEqual({ enabled: false, writable: false });
      expect((await change({})).res).toEqual({ enabled: false, writable: false });
      expect((await info()).ftp).toMatchObject({ enabled: false, writable: false });
    });

    it.each([{ enabled: 'yes' }, { writable: null }, { port: 21 }, []])('refuses %j', async (json) => {
      expect(await change(json)).toMatchObject({ code: '400', reason: 'bad-input' });
      expect((await info()).ftp).toMatchObject({ enabled: true, writable: true });
    });

    it('is logged with its values before and after', async () => {
      await change({ enabled: false });
      const row = await api.test.db
        .selectFrom('operation_log')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ action: 'changeFtp', object: 'mine', result: 'ok' });
      expect(row.detail).toEqual({
        before: { enabled: true, writable: true },
        after: { enabled: false, writable: true },
      });
    });
  });

  describe('needs', () => {
    const usage = (bytes: number) =>
      storeDiskUsage(api.test.db, mine, { bytes, files: 1, measuredAt: new Date() });
    const failed = (more: object = {}) =>
      api.test.db
        .insertInto('task')
        .values({
          host_code: mine,
          node: 'local',
          type: 'COMPRESS',
          status: 'RUNNING_FAIL',
          operator: 'mine',
          ...more,
        })
        .execute();

    const plan = (is: 'off' | 'daily') => {
      const document = JSON.stringify({ ...DEFAULT_PLAN, schedule: { ...DEFAULT_PLAN.schedule, is } });
      return api.test.db
        .insertInto('backup_plan')
        .values({ host_code: mine, document })
        .onConflict((conflict) => conflict.column('host_code').doUpdateSet({ document }))
        .execute();
    };
    beforeEach(() => plan('daily'));

    it('lists a host without backups and without a plan for them', async () => {
      await plan('off');
      expect(await needs()).toMatchObject([{ reason: 'backup-none', tone: 'warning', path: '/backup/site' }]);
    });

    it('lists no need if there is none', async () => {
      expect(await needs()).toEqual([]);
    });

    it.each([
      [0.79, []],
      [0.8, [{ reason: 'disk-quota', tone: 'warning', path: '/fileManage' }]],
      [0.94, [{ reason: 'disk-quota', tone: 'warning' }]],
      [0.95, [{ reason: 'disk-quota', tone: 'error' }]],
      [1.2, [{ reason: 'disk-quota', tone: 'error' }]],
    ])('lists the need for a disk quota of which the share %d is used: %j', async (part, expected) => {
      await usage(Math.ceil(part * GIB));
      expect(await needs()).toMatchObject(expected);
    });

    it('lists the database quota as it lists the disk quota', async () => {
      const row = { host_code: mine, name: 'u', username: 'u', password: 'x', made: true };
      await api.test.db
        .insertInto('host_database')
        .values({ ...row, bytes: Math.ceil(0.96 * GIB) })
        .execute();
      expect(await needs()).toMatchObject([
        { reason: 'database-quota', tone: 'error', path: '/database/manage' },
      ]);
    });

    it('lists a traffic quota that is almost used up', async () => {
      const now = new Date();
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
      const counts = { requests: 1, ok: 1, redirect: 0, client_error: 0, server_error: 0 };
      await api.test.db
        .insertInto('visit_hour')
        .values([
          { host_code: mine, hour: month, bytes: Math.ceil(0.85 * GIB), ...counts },
          { host_code: mine, hour: new Date(month.getTime() - 3600_000), bytes: GIB, ...counts },
        ])
        .execute();
      expect(await needs()).toEqual([]);
      await api.test.db
        .insertInto('visit_cursor')
        .values({ host_code: mine, inode: '1', at_byte: 1, tail: '', counted_to: now })
        .execute();
      expect(await needs()).toMatchObject([
        { reason: 'traffic-quota', tone: 'warning', message: "85% of this month's traffic is used" },
      ]);
      await api.test.db.deleteFrom('visit_hour').execute();
      await api.test.db.deleteFrom('visit_cursor').execute();
    });

    it('lists the most urgent first, in the reader’s language', async () => {
      php = null;
      await failed();
      await failed();
      await owner.request('/api/vhost/close', { method: 'POST' });
      const chinese = new Browser(api);
      await chinese.login('mine', PASSWORD);
      expect((await needs()).map(({ tone, reason }) => [tone, reason])).toEqual([
        ['error', 'engine-missing'],
        ['warning', 'task-failed'],
        ['info', 'site-closed'],
      ]);
      expect((await needs())[0]?.message).toMatch(/^PHP is not installed/);
      expect((await needs(chinese)).map(({ message }) => message)).toEqual([
        '服务器未安装 PHP，网站程序无法运行，静态页面不受影响，请联系服务商',
        '2 个任务失败，请查看详情',
        '网站已关闭，访客看到的是关闭提示页',
      ]);
    });

    it('lists failed tasks that no user has seen, for a day', async () => {
      await failed({ notify_status: 1 });
      await failed({ created_at: new Date(Date.now() - 25 * 3600_000) });
      await failed({ status: 'RUNNING_SUCCESS' });
      expect(await needs()).toEqual([]);
      await failed();
      expect(await needs()).toMatchObject([{ reason: 'task-failed', path: '/taskCenter' }]);
    });

    it('lists no missing runtime while the node does not answer, nor for a site without programs', async () => {
      php = undefined;
      expect(await needs()).toEqual([]);
      php = null;
      await patch({ language: 'HTML' });
      expect(await needs()).toEqual([]);
      await patch({ language: 'NET' });
      expect((await needs()).map(({ message }) => message)).toEqual([
        '.NET is not installed on the server, so scripts cannot run. Static pages still work. Contact your provider',
      ]);
      await patch({ language: 'PHP' });
    });
  });

  describe('attacks', () => {
    const PATHS = ['info', 'usedSpace', 'restart', 'open', 'close', 'ftp/change', 'needs'];
    const CHANGES = ['restart', 'open', 'close', 'ftp/change'];
    const post = (path: string, headers: Record<string, string | undefined> = {}) =>
      owner.request(`/api/vhost/${path}`, { json: {}, headers });

    it.each(PATHS)('answers 996 to %s without a session', async (path) => {
      const reply = await new Browser(api).request(`/api/vhost/${path}`, { json: {} });
      expect([reply.status, reply.reason]).toEqual([996, 'session-expired']);
    });

    it.each(PATHS)('refuses GET for %s', async (path) => {
      expect((await owner.raw(`/api/vhost/${path}`)).status).toBe(404);
    });

    it.each(PATHS)('refuses %s without the header, and from another origin', async (path) => {
      for (const headers of [{ 'x-requested-with': undefined }, { origin: 'https://evil.example' }])
        expect(await post(path, headers)).toMatchObject({ code: '403', reason: 'bad-header' });
    });

    it.each(PATHS)('answers 409 to %s for another host, and changes neither', async (path) => {
      const other = await portal.host(accountCode, `other-${path.replace('/', '-')}`);
      expect(await post(path, { 'x-host-code': other })).toMatchObject({
        code: '409',
        reason: 'host-changed',
      });
      const rows = await api.test.db.selectFrom('host').select(['closed', 'ftp_enabled']).execute();
      expect(rows.every((row) => !row.closed && row.ftp_enabled)).toBe(true);
    });

    it.each(CHANGES)('refuses %s while a task locks the workspace', async (path) => {
      const task = {
        hostCode: mine,
        type: 'COMPRESS',
        params: {},
        operator: 'mine',
        status: 'RUNNING',
      } as const;
      await api.core.tasks.create(task);
      expect(await post(path)).toMatchObject({ code: '409', reason: 'workspace-busy' });
      expect(await info()).toMatchObject({ serviceStatus: 'NORMAL', ftp: { enabled: true } });
    });

    it('permits none of them to an embed token', async () => {
      const origin = 'https://portal.example.com';
      const token = await portal.embedToken({ accountCode, hostCode: mine, remote: 'files', origin });
      for (const path of PATHS) {
        const headers = { authorization: `Bearer ${token}`, origin, 'x-requested-with': 'XMLHttpRequest' };
        const reply = await new Browser(api).request(`/api/vhost/${path}`, { json: {}, headers });
        expect(reply).toMatchObject({ code: '403', reason: 'not-allowed' });
      }
    });
  });

  describe('a suspended host', () => {
    beforeEach(() => patch({ serviceStatus: 'BLOCKING' }));

    const owned = Object.entries<CallShape>(consoleCalls).filter(
      ([, call]) => call.access === 'owner' && call.path.startsWith('/api/'),
    );
    const reach = (path: string) => path.replace('{hostCode}', mine).replace(/\{\w+\}/g, '1');

    it.each(owned.filter(([, call]) => !call.passesBlock).map(([name, call]) => [name, call] as const))(
      'refuses %s',
      async (_name, call) => {
        const request = call.method === 'GET' ? {} : { method: call.method, json: {} };
        expect(await owner.request(reach(call.path), request)).toMatchObject({
          code: '403',
          reason: 'host-blocked',
        });
      },
    );

    it('permits only calls of session, task, log, backup, domain and certificate', () => {
      const passing = owned.filter(([, call]) => call.passesBlock).map(([name, call]) => ({ name, ...call }));
      const AREAS =
        /^\/api\/(?:task|siteMove|log|remote|captcha|backup|domain|certificate|icp)\b|^\/api\/(?:logout|getLoginSource|currentHostInfo|refreshHostInfo|changeHost)$/;
      const others = passing.filter(({ path }) => !AREAS.test(path));
      // This call belongs to the session, although its address is below the hosts': it leads to another host.
      expect(others.map(({ name }) => name)).toEqual(['getAllHostList']);
    });

    it('is neither opened nor closed by a call that bypasses the gate', async () => {
      const none = () => Promise.resolve();
      const hosts = makeHosts({
        db: api.test.db,
        work: {
          provisionHost: none,
          removeHost: none,
          checkSite: none,
          applySites: none,
          restartSite: none,
          limitHost: none,
          endFiles: none,
          endFtp: none,
        },
        node: 'local',
        reserved: { own: [], preview: 'preview.example.net' },
        defaultDocuments: { PHP: ['index.php'], NET: ['default.aspx'], HTML: ['index.html'] },
      });
      for (const closed of [true, false])
        await expect(hosts.change(mine, { closed }, 'mine')).rejects.toMatchObject({
          reason: 'host-blocked',
        });
    });
  });
});

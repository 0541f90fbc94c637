import { sql } from 'kysely';
import { consoleCalls, HostCode, LOG_COUNT_MAX, type LogFilter, type LogRecord } from '@sitedeck/contract';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { makeTestApi, type TestApi } from '#testing/api';
import { makeTestDb } from '#testing/state';
import type { Operation } from '#sites/api/operation-log';

interface Page {
  readonly records: readonly LogRecord[];
  readonly total: number;
  readonly pages: number;
  readonly more: boolean;
  readonly cursor: number;
}

describe('the operation log', () => {
  let api: TestApi;
  let portal: Portal;
  let accountCode: string;
  let hostCode: HostCode;
  let owner: Browser;
  beforeAll(async () => {
    api = await makeTestApi();
    portal = new Portal(api);
    accountCode = await portal.account();
    hostCode = HostCode.parse(await portal.host(accountCode, 'logged'));
    owner = new Browser(api, { 'accept-language': 'en' });
    await owner.login('logged', PASSWORD);
  });
  afterAll(() => api.close());

  const write = (given: Partial<Operation>) =>
    api.core.record({
      hostCode,
      accountCode,
      operator: 'logged',
      role: 'USER',
      address: '203.0.113.7',
      area: 'files',
      action: 'makeFolder',
      object: '/wwwroot',
      result: 'ok',
      detail: {},
      requestId: 'r1',
      ...given,
    });
  const find = async (filter: LogFilter, path = '1/20', by = owner) =>
    (await by.request(`/api/log/queryPage/${path}`, { json: filter })).res as Page;
  const objects = async (filter: LogFilter) => (await find(filter)).records.map(({ object }) => object);
  const newer = async (id: number, filter: LogFilter = {}) =>
    (await owner.request(`/api/log/newer/${id}`, { json: filter })).res as LogRecord[];

  it('shows who did what, when, from where and with which result, in the reader’s language', async () => {
    await write({ object: '/wwwroot/told', requestId: 'ref-1' });
    expect((await find({ keyword: 'told' })).records).toEqual([
      {
        id: expect.any(Number) as number,
        at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        operator: 'logged',
        role: 'USER',
        address: '203.0.113.7',
        area: 'files',
        action: 'makeFolder',
        what: 'Create folder',
        object: '/wwwroot/told',
        result: 'ok',
        why: '',
        requestId: 'ref-1',
        detail: {},
      },
    ]);
    const chinese = new Browser(api, { 'accept-language': 'zh-CN' });
    chinese.cookie = owner.cookie;
    expect((await find({ keyword: 'told' }, '1/20', chinese)).records[0]?.what).toBe('新建文件夹');
  });

  it('shows a host only its own rows, whatever the filter', async () => {
    const other = HostCode.parse(await portal.host(accountCode, 'other'));
    await write({ object: '/wwwroot/secret-of-other', hostCode: other });
    await write({ object: '/wwwroot/of-nobody', hostCode: null });
    expect(await objects({ keyword: 'of-' })).toEqual([]);
    expect((await newer(0)).filter(({ object }) => /of-(other|nobody)/.test(object))).toEqual([]);
    const csv = await (await owner.raw('/api/log/export', { json: {} })).text();
    expect(csv).not.toMatch(/of-(other|nobody)/);
  });

  it('shows what the provider changed on this host, except private values', async () => {
    const json = { remark: 'new remark', password: 'another horse 12', contact: { email: 'a@example.com' } };
    await portal.request(`/provider/hosts/${hostCode}`, { method: 'PATCH', json });
    await owner.login('logged', json.password);
    const [record] = (await find({ area: 'provider', keyword: hostCode })).records;
    expect(record).toMatchObject({
      what: 'Change host',
      role: 'PROVIDER',
      operator: 'Provider',
      object: hostCode,
    });
    expect((await find({ actor: 'provider', area: 'provider' })).records[0]?.id).toBe(record?.id);
    expect(record?.detail).toEqual({
      fields: expect.arrayContaining(['remark', 'password', 'contact']) as string[],
      before: { remark: '' },
      after: { remark: 'new remark' },
    });
  });

  it('searches object, operator and address for a keyword, ignoring case', async () => {
    await write({ object: '/wwwroot/Pictures/Kätzchen.JPG' });
    await write({ object: '/wwwroot/x1', operator: 'Zhang.Wei' });
    await write({ object: '/wwwroot/x2', address: '2001:db8::77' });
    expect(await objects({ keyword: 'kätzchen.jpg' })).toEqual(['/wwwroot/Pictures/Kätzchen.JPG']);
    expect(await objects({ keyword: 'zhang.w' })).toEqual(['/wwwroot/x1']);
    expect(await objects({ keyword: 'DB8::77' })).toEqual(['/wwwroot/x2']);
    expect(await objects({ actor: 'WEI' })).toEqual(['/wwwroot/x1']);
    expect(await objects({ actor: 'x1' })).toEqual([]);
  });

  it('finds by a keyword what the reader sees instead of codes, in either language', async () => {
    await write({ object: '/wwwroot/by-key', operator: 'bootstrap', role: 'PROVIDER' });
    await write({ object: '/wwwroot/by-owner', operator: 'bootstrap' });
    for (const keyword of ['服务商', 'Provider'])
      expect(await objects({ keyword, area: 'files' })).toEqual(['/wwwroot/by-key']);
    const [before, after] = [{ 'php.shortOpenTag': 'false' }, { 'php.shortOpenTag': 'true' }];
    await write({ area: 'host', object: 'documents, php.shortOpenTag', detail: { before, after } });
    await write({ area: 'host', object: 'php.shortOpenTagging' });
    for (const keyword of ['短标签', 'php SHORT'])
      expect(await objects({ keyword, area: 'host' })).toEqual(['PHP short tags: On']);
  });

  it('finds an object by the number that the reader sees', async () => {
    await write({ area: 'backup', action: 'restoreBackup', object: '/backups/7.tar.zst' });
    await write({ area: 'backup', action: 'restoreBackup', object: '/backups/77.tar.zst' });
    await write({ area: 'backup', action: 'undoDatabase', object: '7' });
    await write({ area: 'backup', action: 'setQuota', object: '7' });
    for (const keyword of ['备份 #7', 'backup #7'])
      expect(await objects({ keyword, area: 'backup' })).toEqual(['Backup #7']);
    expect(await objects({ keyword: '任务 #7', area: 'backup' })).toEqual(['Task #7']);
  });

  it.each(['100%', 'a_b', String.raw`back\slash`, "o'clock"])('matches %s literally', async (odd) => {
    await write({ object: `/wwwroot/odd/${odd}` });
    await write({ object: '/wwwroot/odd/1000 aXb back/slash o clock' });
    expect(await objects({ keyword: odd })).toEqual([`/wwwroot/odd/${odd}`]);
  });

  it('filters by area, result and time, whose end is exclusive', async () => {
    await write({ object: 'span 1', area: 'task', result: 'task-ended' });
    const [first] = (await find({ keyword: 'span' })).records;
    await new Promise((resolve) => setTimeout(resolve, 5));
    await write({ object: 'span 2' });
    const [second] = (await find({ keyword: 'span' })).records;
    expect(await objects({ keyword: 'span', area: 'task' })).toEqual(['span 1']);
    expect(await objects({ keyword: 'span', result: 'refused' })).toEqual(['span 1']);
    expect(await objects({ keyword: 'span', result: 'ok' })).toEqual(['span 2']);
    const [from, to] = [first?.at, second?.at];
    expect(await objects({ keyword: 'span', from, to })).toEqual(['span 1']);
    expect(await objects({ keyword: 'span', from: to })).toEqual(['span 2']);
    expect((await owner.request('/api/log/queryPage/1/20', { json: { from: 'today' } })).field).toBe('from');
  });

  it('pages through rows, newest first', async () => {
    for (const n of [1, 2, 3]) await write({ object: `paged ${n}` });
    const first = await find({ keyword: 'paged' }, '1/2');
    expect(first).toMatchObject({ total: 3, pages: 2, more: false });
    expect(first.records.map(({ object }) => object)).toEqual(['paged 3', 'paged 2']);
    expect((await find({ keyword: 'paged' }, '2/2')).records.map(({ object }) => object)).toEqual([
      'paged 1',
    ]);
    expect(await find({ keyword: 'paged' }, '9/2')).toMatchObject({ records: [], total: 3, pages: 2 });
    expect((await owner.request('/api/log/queryPage/1/401', { json: {} })).field).toBe('size');
  });

  it('shows the reason of a refusal in the words of the reply', async () => {
    const stranger = new Browser(api);
    await stranger.login('logged', 'wrong horse');
    expect((await find({ area: 'session', result: 'refused' })).records[0]).toMatchObject({
      what: 'Sign in',
      result: 'refused',
      why: 'Wrong user name or password',
    });
    await owner.request('/api/task/updateTask/1', { json: { notifyStatus: 7 } });
    const [record] = (await find({ area: 'task' })).records;
    expect(record).toMatchObject({ why: 'The request is not valid: notifyStatus', detail: {} });
    await write({ object: 'old row', result: 'too-many-attempts' });
    expect((await find({ keyword: 'old row' })).records[0]?.why).toBe('Too many attempts. Try again in … s');
    const fault = { engine: 'nginx', reason: 'unknown directive' };
    await write({ object: 'engine row', result: 'config-refused', detail: { fault } });
    expect((await find({ keyword: 'engine row' })).records[0]?.why).toMatch(
      /^nginx rejected .+: unknown directive$/,
    );
    await write({ object: 'bug row', result: 'internal', requestId: '7F3A2C' });
    expect((await find({ keyword: 'bug row' })).records[0]?.why).toBe(
      'Internal server error, reference 7F3A2C',
    );
  });

  it('shows what a refused call was about', async () => {
    const refused = async (path: string, json: object) => {
      await owner.request(path, { json });
      return (await find({ result: 'refused' })).records[0]?.object;
    };
    const loop = { source: '/a', target: '/a' };
    expect(await refused('/api/vhost/redirect/add', loop)).toBe('/a');
    expect(await refused('/api/vhost/mime/remove', { extension: 'none' })).toBe('none');
    expect(await refused('/api/changeHost', { hostCode: 'vh99999' })).toBe('vh99999');
    expect(await refused('/api/database/undo', { taskId: 12 })).toBe('Task #12');
    const { id } = await api.core.tasks.create({
      ...{ hostCode, type: 'WEB_BACKUP', params: {}, operator: 'logged', status: 'RUNNING' },
    });
    expect(await refused('/api/database/import', { path: '/data/locked.sql' })).toBe('/data/locked.sql');
    await api.core.tasks.finish(id, { status: 'STOP' });
  });

  it('names a restore that is made again a redo', async () => {
    const redone = { area: 'backup', action: 'undoRestore', object: '/backups/91.tar.zst' } as const;
    await write({ ...redone, detail: { task: 5, redo: true } });
    const chinese = new Browser(api, { 'accept-language': 'zh-CN' });
    chinese.cookie = owner.cookie;
    const filter = { keyword: 'Backup #91' };
    const shown = [(await find(filter)).records[0], (await find(filter, '1/20', chinese)).records[0]];
    expect(shown.map((record) => record?.what)).toEqual(['Redo restore', '重做恢复']);
    expect(shown[0]?.detail).toEqual({ task: 5 });
  });

  it('shows a changed setting in words, in the language of its reader', async () => {
    const before = { 'php.displayErrors': 'false' };
    const detail = { before, after: { 'php.displayErrors': 'true' } };
    await write({ action: 'setPhpLanguage', object: 'php.displayErrors', detail });
    const chinese = new Browser(api, { 'accept-language': 'zh-CN' });
    chinese.cookie = owner.cookie;
    const filter = { keyword: 'displayErrors' };
    expect((await find(filter)).records[0]?.object).toBe('Show PHP errors on pages: On');
    expect((await find(filter, '1/20', chinese)).records[0]?.object).toBe('页面上显示 PHP 错误：开');
  });

  it('stores no value of a field that is named like a secret', async () => {
    const detail = { host: { dbPassword: 'hunter2', user: 'u' }, tokens: ['t0ken'], count: 1 };
    await write({ object: 'careless', detail });
    expect((await find({ keyword: 'careless' })).records[0]?.detail).toEqual({
      host: { dbPassword: '••••••', user: 'u' },
      tokens: '••••••',
      count: 1,
    });
    const rows = await sql`select 1 from operation_log where detail::text ~ 'hunter2|t0ken'`.execute(
      api.test.db,
    );
    expect(rows.rows).toEqual([]);
  });

  it('logs a user’s decision, but no mark that a page sets by itself', async () => {
    const task = await api.core.tasks.create({
      hostCode,
      type: 'SAFE_SCAN',
      params: {},
      operator: 'logged',
      status: 'RUNNING',
    });
    await owner.request(`/api/task/updateTask/${task.id}`, { json: { notifyStatus: 1 } });
    expect(await objects({ keyword: `SAFE_SCAN ${task.id}` })).toEqual([]);
    await owner.request(`/api/task/updateTask/${task.id}`, { json: { postStatus: 'CONFIGURATION_STOP' } });
    expect((await find({ keyword: `SAFE_SCAN ${task.id}` })).records[0]?.detail).toEqual({
      before: { postStatus: null },
      after: { postStatus: 'CONFIGURATION_STOP' },
    });
  });

  it('is not changed by reading it', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from operation_log`.execute(api.test.db)).rows[0]?.n;
    const before = await count();
    await find({});
    await newer(0);
    await (await owner.raw('/api/log/export', { json: {} })).text();
    expect(await count()).toBe(before);
  });

  describe('of live rows', () => {
    it('returns matching rows after a row, oldest first', async () => {
      const { cursor } = await find({});
      await write({ object: 'live 1' });
      await write({ object: 'live 2', area: 'task' });
      await write({ object: 'live 3' });
      const rows = await newer(cursor, { keyword: 'live' });
      expect(rows.map(({ object }) => object)).toEqual(['live 1', 'live 2', 'live 3']);
      expect((await newer(rows[0]?.id ?? 0, { keyword: 'live', area: 'files' })).map(({ id }) => id)).toEqual(
        [rows[2]?.id],
      );
      expect(await newer(rows[2]?.id ?? 0)).toEqual([]);
    });

    it('returns a cursor that skips no row: no row with a lower id can be added later', async () => {
      await write({ object: 'just now' });
      const { cursor, records } = await find({});
      expect(cursor).toBeLessThan(records[0]?.id ?? 0);
      expect((await newer(cursor)).map(({ object }) => object)).toContain('just now');
    });

    it('returns at most 100 at once', async () => {
      const { cursor } = await find({});
      await Promise.all(Array.from({ length: 120 }, () => write({ object: 'many' })));
      const rows = await newer(cursor, { keyword: 'many' });
      expect(rows).toHaveLength(100);
      expect(await newer(rows.at(-1)?.id ?? 0, { keyword: 'many' })).toHaveLength(20);
    });
  });

  it('counts matching rows only as far as users page, and reports that there are more', async () => {
    await sql`insert into operation_log
      (host_code, account_code, operator, role, address, area, action, object, result, request_id)
      select ${hostCode}, ${accountCode}, 'bulk', 'USER', '', 'files', 'makeFolder', 'bulk ' || n, 'ok', ''
        from generate_series(1, ${LOG_COUNT_MAX + 5}::int) n`.execute(api.test.db);
    const page = await find({ actor: 'bulk' });
    expect(page).toMatchObject({ total: LOG_COUNT_MAX, pages: LOG_COUNT_MAX / 20, more: true });
    expect((await find({ actor: 'bulk' }, `${LOG_COUNT_MAX / 20 + 1}/20`)).records).toEqual([]);
  });
});

it.each(['delete from operation_log', "update operation_log set result = 'ok'", 'truncate operation_log'])(
  'stays unchanged: the database refuses `%s`',
  async (statement) => {
    const testDb = await makeTestDb();
    await testDb.db
      .insertInto('operation_log')
      .values({
        operator: 'o',
        role: '',
        address: '',
        area: 'files',
        action: 'a',
        object: '',
        result: 'internal',
        request_id: '',
      })
      .execute();
    await expect(sql.raw(statement).execute(testDb.db)).rejects.toThrow('only grows');
    await testDb.close();
  },
);

it('stays unchanged by the console: every call of the log only reads', () => {
  const calls = Object.values(consoleCalls).filter(({ path }) => path.startsWith('/api/log/'));
  expect(calls).toHaveLength(3);
  expect(calls.filter(({ effect }) => effect !== 'read')).toEqual([]);
});

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { defineCall, exportLog, HostCode, type LogFilter } from '@sitedeck/contract';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { makeTestDb, type TestDb } from '#testing/state';
import { csvReply, logCsv } from './api/log-csv';
import { readBatches, type LogRow } from './api/log-queries';

/** Parses RFC 4180 as a spreadsheet would. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && quoted === undefined && plain === '') break;
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

const fill = (test: TestDb, hostCode: string, count: number) =>
  sql`insert into operation_log
    (at, host_code, account_code, operator, role, address, area, action, object, result, request_id)
    select now() - n / 10 * interval '1 second', ${hostCode}, 'a', 'filled', 'USER', '203.0.113.7', 'files',
           'makeFolder', '/wwwroot/' || n, 'ok', 'r' || n
      from generate_series(1, ${count}::int) n`.execute(test.db);

/** An endless log, as the source of an export. */
const source = {
  ended: false,
  async *rows(): AsyncGenerator<readonly LogRow[]> {
    try {
      for (let id = 1; ; id += 1) {
        await sleep(1);
        yield [rowOf(id)];
      }
    } finally {
      source.ended = true;
    }
  },
  open: () => csvReply(logCsv(source.rows(), { locale: 'en-US', timeZone: 'UTC' }), 'x.csv'),
};

const rowOf = (id: number): LogRow => ({
  id,
  at: new Date(id),
  operator: 'o',
  role: 'USER',
  address: '',
  area: 'files',
  action: 'makeFolder',
  object: '/wwwroot',
  result: 'ok',
  detail: {},
  request_id: '',
});

const endless = defineCall({
  method: 'GET',
  path: '/api/test/endless',
  summary: '',
  access: 'owner',
  effect: 'read',
  replyForm: 'stream',
  reply: exportLog.reply,
});

describe('the exported operation log', () => {
  let api: TestApi;
  let hostCode: HostCode;
  let owner: Browser;
  beforeAll(async () => {
    api = await makeTestApi({ extra: { calls: { endless }, handlers: { endless: source.open } } });
    const portal = new Portal(api);
    hostCode = HostCode.parse(await portal.host(await portal.account(), 'exported'));
    owner = new Browser(api, { 'accept-language': 'en' });
    await owner.login('exported', PASSWORD);
  });
  afterAll(() => api.close());

  const write = (object: string, given: object = {}) =>
    api.core.record({
      hostCode,
      accountCode: 'a',
      operator: 'exported',
      role: 'USER',
      address: '203.0.113.7',
      area: 'files',
      action: 'renameFile',
      object,
      result: 'ok',
      detail: {},
      requestId: 'r1',
      ...given,
    });
  const download = (json: LogFilter & { timeZone?: string }) => owner.raw('/api/log/export', { json });
  const rows = async (json: LogFilter) => {
    const bytes = Buffer.from(await (await download(json)).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    return parseCsv(bytes.subarray(3).toString('utf8'));
  };

  it('is a file with a header in the reader’s language and a name of its own', async () => {
    const reply = await download({ timeZone: 'Asia/Shanghai' });
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="operation-log-${hostCode}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    );
    expect((await reply.text()).split('\r\n')[0]).toMatch(
      /^Time,Operator,Role,Source IP,Action,Object,Result,/,
    );
    const chinese = new Browser(api, { 'accept-language': 'zh-CN' });
    chinese.cookie = owner.cookie;
    const text = await (await chinese.raw('/api/log/export', { json: {} })).text();
    expect(text.split('\r\n')[0]).toBe('时间,操作人,角色,来源 IP,操作,对象,结果,原因,编号,详情');
  });

  it('contains each row in words, with its time in the reader’s time zone', async () => {
    await write('/wwwroot/a', {
      detail: { before: { writable: true }, after: { writable: false }, count: 2 },
    });
    await write('/wwwroot/b', { result: 'already-exists', role: 'ADMINISTRATOR' });
    const reply = await download({ keyword: '/wwwroot/', timeZone: 'Asia/Shanghai' });
    const [, second, first] = parseCsv((await reply.text()).replace('\uFEFF', ''));
    expect(second).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/),
      'exported',
      'Provider staff',
      '203.0.113.7',
      'Rename or move',
      '/wwwroot/b',
      'Failed',
      'A file or folder with this name already exists',
      'r1',
      '',
    ]);
    expect(first?.at(-1)).toBe('Writable: Yes → No; Count: 2');
    expect((await owner.request('/api/log/export', { json: { timeZone: 'Mars/Olympus' } })).field).toBe(
      'timeZone',
    );
  });

  it('lets no cell start a formula or break out of its column', async () => {
    const evil = ['=HYPERLINK("http://evil")', '@SUM(1)', 'a"b,c\r\nd,e'];
    for (const object of evil) await write(object, { operator: 'formula' });
    const objects = (await rows({ actor: 'formula' })).slice(1).map((row) => row[5]);
    expect(objects.reverse()).toEqual([`'${evil[0]}`, `'${evil[1]}`, evil[2]]);
  });

  it('contains every matching row exactly once, for every size and for rows of the same time', async () => {
    await fill(api.test, hostCode, 5003);
    const exported = (await rows({ actor: 'filled' })).slice(1);
    expect(exported).toHaveLength(5003);
    expect(new Set(exported.map((row) => row[5])).size).toBe(5003);
  });

  it('ends on the server when the reader disconnects', async () => {
    const headers = {
      'x-requested-with': 'XMLHttpRequest',
      cookie: owner.cookie ?? '',
    };
    const [reply] = (await once(get(`${api.url}/api/test/endless`, { headers }), 'response')) as [
      IncomingMessage,
    ];
    expect(reply.statusCode).toBe(200);
    await once(reply, 'data');
    expect(source.ended).toBe(false);
    reply.destroy();
    for (let tries = 0; tries < 1000 && !source.ended; tries += 1) await sleep(20);
    expect(source.ended).toBe(true);
  });
});

it('reads no faster than its reader takes it: a million rows need no more memory than a thousand', async () => {
  const test = await makeTestDb();
  const host = HostCode.parse('vh10001');
  await fill(test, host, 20_000);
  let batches = 0;
  async function* counted() {
    const filter = { keyword: '', actor: '', area: '', result: '' } as const;
    for await (const batch of readBatches(test.db, host, filter)) {
      batches += 1;
      yield batch;
    }
  }
  const lines = logCsv(counted(), { locale: 'en-US', timeZone: 'UTC' });
  await lines.next();
  await lines.next();
  await sleep(200);
  expect(batches).toBe(1);
  await lines.return(undefined);
  expect(batches).toBe(1);
  await test.close();
});

import { HostCode, queryCdnStats, type CallReply, type CdnTopUrl } from '@sitedeck/contract';
import { makeVisitStore } from '#sites/worker/visit-store';
import { EdgeTally } from '#system/access-log/edge-tally';
import { LineParser } from '#system/access-log/line-parser';
import { logLine, type LoggedVisit } from '#testing/access-log';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { statsHandlers, type StatsParts } from './stats-handlers';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const DOMAINS = ['a.example', '*.a.example'];
const FOREIGN_TRADE = { productType: 'foreignTrade' };

type Stats = CallReply<typeof queryCdnStats>;

describe('queryCdnStats', () => {
  let api: TestApi;
  let browser: Browser;
  let hostCode: HostCode;
  let count: StatsParts['countVisits'];
  let topCdnUrls: StatsParts['topCdnUrls'];
  // 05:30 UTC on a later day, so that no hour ends between the expectation and the call.
  const ahead = 2 * DAY_MS + 5.5 * HOUR_MS - (Date.now() % DAY_MS);
  const now = () => Date.now() + ahead;
  const day = Math.floor(now() / DAY_MS) * DAY_MS;
  const hour = day + 5 * HOUR_MS;

  beforeAll(async () => {
    const handlers: ReturnType<typeof statsHandlers> = {
      queryCdnStats: (request, context) =>
        statsHandlers({
          db: api.test.db,
          now,
          countVisits: (of) => count(of),
          topCdnUrls: (of) => topCdnUrls(of),
        }).queryCdnStats(request, context),
    };
    api = await makeTestApi({ extra: { calls: { queryCdnStats }, handlers } });
    api.advance(ahead);
    const portal = new Portal(api);
    hostCode = HostCode.parse(await portal.host(await portal.account(), 'cached', FOREIGN_TRADE));
    browser = new Browser(api);
    await browser.login('cached', PASSWORD);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    count = () => Promise.resolve();
    topCdnUrls = () => Promise.resolve([]);
    for (const table of ['edge_hour', 'edge_rule_day', 'visit_cursor'] as const)
      await api.test.db.deleteFrom(table).execute();
  });

  async function sendRequest(range: string): Promise<Stats> {
    const { res } = await browser.request('/api/cdn/stats', { json: { range } });
    return queryCdnStats.reply.parse(res);
  }
  async function visit(of: HostCode, ...visits: readonly (LoggedVisit & { readonly time: number })[]) {
    const edge = new EdgeTally(now(), DOMAINS);
    const parser = new LineParser((line) => edge.add(line));
    for (const { time, ...visited } of visits) {
      const line = Buffer.from(logLine({ edge: 'HIT 1', ...visited, at: new Date(time) }).trimEnd());
      parser.read(line, 0, line.length);
    }
    const store = makeVisitStore(api.test.db);
    const from = await store.cursor(of);
    const to = { inode: '1', at: (from?.at ?? 0) + 1, tail: '' };
    const countedTo = new Date(now());
    await store.commit({ hostCode: of, from, to, hours: new Map(), edge, countedTo });
  }

  it.each([
    ['24h', 24, HOUR_MS],
    ['7d', 7, DAY_MS],
    ['30d', 30, DAY_MS],
  ])(
    'returns every slot of %s up to now, with zeros for slots without requests',
    async (range, slots, ms) => {
      const stats = await sendRequest(range);
      const last = Math.floor(now() / ms) * ms;
      const expected = Array.from({ length: slots }, (_, n) => last - (slots - 1 - n) * ms);
      expect(stats.slots.map(({ at }) => Date.parse(at))).toEqual(expected);
      const zero = { requests: 0, hits: 0, bytes: 0, hitBytes: 0, originErrors: 0 };
      for (const { at: _at, ...counts } of stats.slots)
        expect(counts).toEqual({ ...zero, ok: 0, redirect: 0, clientError: 0, serverError: 0 });
      expect(stats).toMatchObject({ total: zero, before: zero, domains: [], rules: [], topUrls: [] });
      expect(stats.countedTo).toBeNull();
    },
  );

  it('adds up requests by hour, and by UTC day', async () => {
    await visit(
      hostCode,
      { time: hour },
      { time: hour + 1, edge: 'MISS 1', status: 502 },
      { time: hour + 2, edge: 'HIT 2', status: 304, bytes: 7 },
      { time: hour + 3, edge: 'MISS 0', status: 404 },
      { time: day - 1 },
      { time: day - 6 * DAY_MS },
      { time: day - 29 * DAY_MS },
    );
    const current = {
      ...{ requests: 4, hits: 2, bytes: 307, hitBytes: 107, originErrors: 1 },
      ...{ ok: 1, redirect: 1, clientError: 1, serverError: 1 },
    };
    const [hours, week, month] = [
      await sendRequest('24h'),
      await sendRequest('7d'),
      await sendRequest('30d'),
    ];
    expect(hours.slots.at(-1)).toEqual({ at: new Date(hour).toISOString(), ...current });
    expect(week.slots.at(-1)).toEqual({ at: new Date(day).toISOString(), ...current });
    expect(week.slots.at(-2)).toMatchObject({ requests: 1, hits: 1 });
    expect(hours.total).toEqual({ requests: 5, hits: 3, bytes: 407, hitBytes: 207, originErrors: 1 });
    expect([week.total.requests, month.total.requests]).toEqual([6, 7]);
    expect(month.slots[0]).toMatchObject({ requests: 1 });
    expect(Date.parse(hours.countedTo ?? '')).toBeGreaterThan(hour);
  });

  it('compares with the preceding period of the same length', async () => {
    await visit(
      hostCode,
      // The range of 7 days is six full days, and five hours and the current one of today.
      { time: day - 6 * DAY_MS },
      { time: day - 6 * DAY_MS - 1 },
      { time: day - 12 * DAY_MS - 6 * HOUR_MS, edge: 'MISS 1', status: 500 },
      { time: day - 12 * DAY_MS - 6 * HOUR_MS - 1 },
      // 24 hours.
      { time: hour - 24 * HOUR_MS },
      { time: hour - 47 * HOUR_MS },
      { time: hour - 47 * HOUR_MS - 1 },
    );
    const before = { requests: 2, hits: 1, bytes: 200, hitBytes: 100, originErrors: 1 };
    expect((await sendRequest('7d')).before).toEqual(before);
    expect((await sendRequest('24h')).before).toMatchObject({ requests: 2 });
  });

  it('adds up requests by domain and by rule, the most requested first', async () => {
    await visit(
      hostCode,
      { time: hour, host: 'a.example' },
      { time: hour, host: 'x.a.example', edge: 'MISS 0' },
      { time: hour, host: 'y.a.example', edge: 'HIT 7' },
      { time: hour, host: 'elsewhere.example', edge: 'HIT 7' },
      // Before 7 days.
      { time: day - 7 * DAY_MS, host: 'a.example', edge: 'HIT 9' },
    );
    const { total, domains, rules } = await sendRequest('7d');
    const own = { hits: 1, hitBytes: 100, originErrors: 0 };
    expect(domains).toEqual([
      { name: '*.a.example', requests: 2, bytes: 200, ...own },
      { name: 'a.example', requests: 1, bytes: 100, ...own },
    ]);
    expect(rules).toEqual([
      { id: 7, requests: 2, hits: 2 },
      { id: 0, requests: 1, hits: 0 },
      { id: 1, requests: 1, hits: 1 },
    ]);
    expect(total.requests).toBe(4);
  });

  it('leaves out requests with future times, after the clock was set back', async () => {
    await visit(hostCode, { time: hour, host: 'a.example' }, { time: now() + DAY_MS - HOUR_MS });
    const { total, domains, rules } = await sendRequest('7d');
    expect([total.requests, domains[0]?.requests, rules[0]?.requests]).toEqual([1, 1, 1]);
  });

  it('replies after the log has been counted and the top URLs have been read', async () => {
    const url: CdnTopUrl = { url: 'a.example/', requests: 3, hits: 1, bytes: 9 };
    count = (of) => visit(of, { time: now() });
    topCdnUrls = (of) => Promise.resolve(of === hostCode ? [url] : []);
    const { slots, topUrls } = await sendRequest('24h');
    expect(slots.at(-1)).toMatchObject({ requests: 1 });
    expect(topUrls).toEqual([url]);
  });

  it('replies with stored counts if the node does not reply in time', async () => {
    await visit(hostCode, { time: now() });
    count = () => Promise.reject(new Error('no node'));
    topCdnUrls = () => Promise.reject(new Error('no node'));
    expect(await sendRequest('24h')).toMatchObject({ total: { requests: 1 }, topUrls: [] });
    count = () => new Promise(() => undefined);
    topCdnUrls = () => new Promise(() => undefined);
    expect(await sendRequest('24h')).toMatchObject({ total: { requests: 1 }, topUrls: [] });
  });

  it('reports no requests of another host', async () => {
    const portal = new Portal(api);
    const other = await portal.host(await portal.account(), 'neighbour', FOREIGN_TRADE);
    await visit(HostCode.parse(other), { time: now() }, { time: now() - 30 * HOUR_MS });
    const { total, before, domains, rules } = await sendRequest('24h');
    expect([total.requests, before.requests, domains, rules]).toEqual([0, 0, [], []]);
  });

  it('refuses an unknown range', async () => {
    expect(await browser.request('/api/cdn/stats', { json: { range: '1y' } })).toMatchObject({ code: '400' });
  });
});

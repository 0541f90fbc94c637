import { HostCode, queryVisits, type CallReply } from '@sitedeck/contract';
import { makeVisitStore } from '#sites/worker/visit-store';
import { makeTestApi, type TestApi } from '#testing/api';
import { Browser, PASSWORD, Portal } from '#testing/browser';
import { EdgeTally } from '#system/access-log/edge-tally';
import { VisitTally } from '#system/access-log/visit-tally';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

describe('queryVisits', () => {
  let api: TestApi;
  let browser: Browser;
  let hostCode: HostCode;
  let count: () => Promise<void> = () => Promise.resolve();
  // In the middle of an hour, so that no hour ends between the expectation and the call.
  const ahead = HOUR_MS + HOUR_MS / 2 - (Date.now() % HOUR_MS);
  const now = () => Date.now() + ahead;

  beforeAll(async () => {
    api = await makeTestApi({ countVisits: () => count() });
    api.advance(ahead);
    const portal = new Portal(api);
    const account = await portal.account();
    hostCode = HostCode.parse(await portal.host(account, 'visited'));
    browser = new Browser(api);
    await browser.login('visited', PASSWORD);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    count = () => Promise.resolve();
    await api.test.db.deleteFrom('visit_hour').execute();
    await api.test.db.deleteFrom('visit_cursor').execute();
  });

  async function request(range: string): Promise<CallReply<typeof queryVisits>> {
    const { res } = await browser.request('/api/vhost/visits', { json: { range } });
    return queryVisits.reply.parse(res);
  }
  async function visit(of: HostCode, ...visits: readonly (readonly [at: number, status: number])[]) {
    const store = makeVisitStore(api.test.db);
    const tally = new VisitTally(now());
    for (const [at, status] of visits) tally.add(at, status, 100);
    const edge = new EdgeTally(now(), []);
    const from = await store.cursor(of);
    const to = { inode: '1', at: (from?.at ?? 0) + 1, tail: '' };
    await store.commit({ hostCode: of, from, to, hours: tally.hours, edge, countedTo: new Date(now()) });
  }

  it.each([
    ['24h', 24, HOUR_MS],
    ['30d', 30, DAY_MS],
  ])('has every slot of %s up to now, with zeros for slots without visits', async (range, slots, ms) => {
    const { slots: got, countedTo } = await request(range);
    const last = Math.floor(now() / ms) * ms;
    const expected = Array.from({ length: slots }, (_, n) => last - (slots - 1 - n) * ms);
    expect(got.map(({ at }) => Date.parse(at))).toEqual(expected);
    for (const { at: _at, ...counts } of got)
      expect(counts).toEqual({ requests: 0, bytes: 0, ok: 0, redirect: 0, clientError: 0, serverError: 0 });
    expect(countedTo).toBeNull();
  });

  it('adds up statuses and bytes by hour, and by UTC day', async () => {
    const day = Math.floor(now() / DAY_MS) * DAY_MS;
    const hour = Math.floor(now() / HOUR_MS) * HOUR_MS;
    await visit(hostCode, [hour, 200], [hour + 1, 304], [hour + 2, 404], [hour + 3, 502]);
    await visit(hostCode, [day - DAY_MS, 200], [day - 1, 200], [day - 29 * DAY_MS, 200]);
    // Earlier than both ranges.
    await visit(hostCode, [day - 29 * DAY_MS - 1, 200]);
    const hours = await request('24h');
    const days = await request('30d');
    const each = { requests: 4, bytes: 400, ok: 1, redirect: 1, clientError: 1, serverError: 1 };
    expect(hours.slots.at(-1)).toEqual({ at: new Date(hour).toISOString(), ...each });
    expect(days.slots.at(-1)).toEqual({ at: new Date(day).toISOString(), ...each });
    expect(days.slots.at(-2)).toMatchObject({ requests: 2, bytes: 200, ok: 2 });
    expect(days.slots[0]).toMatchObject({ requests: 1 });
    expect(days.slots.reduce((sum, { requests }) => sum + requests, 0)).toBe(7);
    expect(Date.parse(hours.countedTo ?? '')).toBeGreaterThan(hour);
  });

  it('counts the log before it replies', async () => {
    count = () => visit(hostCode, [now(), 200]);
    expect((await request('24h')).slots.at(-1)).toMatchObject({ requests: 1 });
  });

  it('replies with stored counts if the node does not reply in time', async () => {
    await visit(hostCode, [now(), 200]);
    count = () => Promise.reject(new Error('no node'));
    expect((await request('24h')).slots.at(-1)).toMatchObject({ requests: 1 });
    count = () => new Promise(() => undefined);
    expect((await request('24h')).slots.at(-1)).toMatchObject({ requests: 1 });
  });

  it('reports no visits of another host', async () => {
    const portal = new Portal(api);
    await visit(HostCode.parse(await portal.host(await portal.account(), 'neighbour')), [now(), 200]);
    expect((await request('24h')).slots.at(-1)).toMatchObject({ requests: 0 });
  });

  it('refuses an unknown range', async () => {
    expect(await browser.request('/api/vhost/visits', { json: { range: '1y' } })).toMatchObject({
      code: '400',
    });
  });
});

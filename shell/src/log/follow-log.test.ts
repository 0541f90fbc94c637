import type { LogRecord } from '@sitedeck/contract';
import { followLog, followPause } from './follow-log';

const record = (id: number): LogRecord => ({
  id,
  at: new Date(id).toISOString(),
  operator: 'shop',
  role: 'USER',
  address: '203.0.113.7',
  area: 'files',
  action: 'makeFolder',
  what: '新建文件夹',
  object: '/wwwroot',
  result: 'ok',
  why: '',
  requestId: '',
  detail: {},
});

/** Follows until the replies are used up. */
async function follow(cursor: number, replies: readonly (readonly number[] | Error)[]) {
  const end = new AbortController();
  const requests: number[] = [];
  const taken: number[][] = [];
  const waits: number[] = [];
  await followLog({
    cursor,
    signal: end.signal,
    wait: (failures) => Promise.resolve(void waits.push(failures)),
    take: (records) => taken.push(records.map(({ id }) => id)),
    ask: (id) => {
      const reply = replies[requests.length] ?? [];
      requests.push(id);
      if (requests.length === replies.length) end.abort();
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply.map(record));
    },
  });
  return { requests, taken, waits };
}

it('polls within 5 s while the page is visible, and a sixth as often while it is hidden', () => {
  for (const chance of [0, 0.5, 0.999]) {
    expect(followPause({ hidden: false, failures: 0 }, chance)).toBeLessThan(4500);
    expect(followPause({ hidden: true, failures: 0 }, chance)).toBeGreaterThan(25_000);
  }
  expect(followPause({ hidden: false, failures: 0 }, 0)).not.toBe(
    followPause({ hidden: false, failures: 0 }, 0.9),
  );
});

it('polls ever more rarely while the server does not answer, and at least about once a minute', () => {
  const pauses = [0, 1, 2, 9].map((failures) => followPause({ hidden: false, failures }, 0.5));
  expect(pauses).toEqual([4000, 8000, 16_000, 60_000]);
});

it('misses no row that became visible after a later one', async () => {
  const { requests, taken } = await follow(10, [[12], [11, 12], [13], []]);
  expect(requests).toEqual([10, 10, 12, 12]);
  expect(taken).toEqual([[12], [11, 12], [13]]);
});

it('polls again without a pause while replies are full', async () => {
  const full = Array.from({ length: 100 }, (_none, index) => index + 1);
  const { requests, waits } = await follow(0, [full, [101], []]);
  expect(requests.slice(0, 2)).toEqual([0, 100]);
  // Waits before the first reply, and after each that was not full.
  expect(waits).toHaveLength(3);
});

it('resumes after a failure at the row where it stopped', async () => {
  const { requests, waits } = await follow(7, [new Error('down'), new Error('down'), [8], []]);
  expect(requests).toEqual([7, 7, 7, 7]);
  expect(waits).toEqual([0, 1, 2, 0, 0]);
});

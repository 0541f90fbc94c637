import { countTrend, errorRate, sparklineValues, originBytes, ratioTrend, worstSlot } from './figures';

const counts = { requests: 100, hits: 90, bytes: 5000, hitBytes: 4000, originErrors: 2 };
const slot = (at: string, given = {}) => ({
  ...{ at, requests: 0, hits: 0, bytes: 0, hitBytes: 0, originErrors: 0 },
  ...{ ok: 0, redirect: 0, clientError: 0, serverError: 0 },
  ...given,
});

it('counts errors among the replies of the origin only', () => {
  expect(errorRate(counts)).toBe(0.2);
  expect(errorRate({ ...counts, hits: 100, originErrors: 0 })).toBeUndefined();
  expect(originBytes(counts)).toBe(1000);
});

it.each([
  [112, 100, { is: 'up', by: 12 }],
  [50, 100, { is: 'down', by: 50 }],
  [100, 100, { is: 'same' }],
  [5, 0, { is: 'unknown' }],
])('compares the count %d with %d', (now, before, trend) => {
  expect(countTrend(now, before)).toEqual(trend);
});

it.each([
  [0.902, 0.881, { is: 'up', by: 2.1 }],
  [0.5, 0.6, { is: 'down', by: 10 }],
  [0.5, 0.5001, { is: 'same' }],
  [0.5, undefined, { is: 'unknown' }],
])('compares the ratio %d with %s in points', (now, before, trend) => {
  expect(ratioTrend(now, before)).toEqual(trend);
});

it('finds the slot with the most errors, and none without errors', () => {
  const slots = [slot('a', { originErrors: 1 }), slot('b', { originErrors: 42 }), slot('c')];
  expect(worstSlot(slots)?.at).toBe('b');
  expect(worstSlot([slot('a')])).toBeUndefined();
});

it('skips slots without requests in the line of the hit ratio', () => {
  expect(
    sparklineValues.ratio([
      slot('a', { requests: 4, hits: 1 }),
      slot('b'),
      slot('c', { requests: 2, hits: 2 }),
    ]),
  ).toEqual([0.25, 1]);
});

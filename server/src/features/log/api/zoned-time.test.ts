import { zonedTime } from './zoned-time';

it.each([
  ['UTC', '2026-11-21T08:15:30.123Z', '2026-11-21T08:15:30.123+00:00'],
  ['Asia/Shanghai', '2026-11-21T23:15:30.000Z', '2026-11-22T07:15:30.000+08:00'],
  ['America/St_Johns', '2026-01-01T00:00:00.000Z', '2025-12-31T20:30:00.000-03:30'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00.000Z', '2026-06-01T05:45:00.000+05:45'],
])('formats a time with the offset of %s', (zone, at, written) => {
  expect(zonedTime(zone)(new Date(at))).toBe(written);
  expect(new Date(written).toISOString()).toBe(new Date(at).toISOString());
});

it('follows daylight saving time', () => {
  const timeOf = zonedTime('Europe/Berlin');
  const moments = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z', '2026-10-25T00:59:59.000Z'];
  expect(moments.map((at) => timeOf(new Date(at)).slice(-6))).toEqual(['+01:00', '+02:00', '+02:00']);
});

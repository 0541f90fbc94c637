import { formatBytes } from './format-bytes';
import { formatAgo, formatDuration, formatTime } from './format-time';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KB'],
  [1_048_575, '1.00 MB'],
  [1_288_490_189, '1.20 GB'],
  [1024 ** 8, '1.00 YB'],
  [1024 ** 9, '1024.00 YB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('writes a time in local time', () => {
  expect(formatTime(new Date(2026, 10, 21, 8, 15, 30).getTime())).toBe('2026-11-21 08:15:30');
  expect(formatTime('not a time')).toBe('');
});

it.each([
  [12_400, '00:12'],
  [3_599_000, '59:59'],
  [3_723_000, '1:02:03'],
  [-5, '00:00'],
])('writes a duration of %d ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it('writes a relative time below a day and the full time from then on', () => {
  const now = new Date(2026, 10, 21, 12, 0, 0).getTime();
  expect(formatAgo(now - 5 * 60_000, 'en-US', now)).toBe('5 minutes ago');
  expect(formatAgo(now - 5 * 60_000, 'zh-CN', now)).toBe('5分钟前');
  expect(formatAgo(now - 25 * 3600_000, 'en-US', now)).toBe('2026-11-20 11:00:00');
});

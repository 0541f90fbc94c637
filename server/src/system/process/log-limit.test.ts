import { logLimit } from './log-limit';

const MINUTE_MS = 60_000;

it('permits ten lines of a host per minute, whatever other hosts log', () => {
  let time = 5 * MINUTE_MS;
  const mayLog = logLimit(() => time);
  const permitted = (host: string) => Array.from({ length: 30 }, () => mayLog(host)).filter(Boolean).length;
  expect(permitted('loud')).toBe(10);
  expect(permitted('other')).toBe(10);
  time += MINUTE_MS - 1;
  expect(permitted('loud')).toBe(0);
  time += 1;
  expect(permitted('loud')).toBe(10);
});

import { timeInZone } from './schedule-text';

it("writes a moment in the plan's time zone, whatever the reader's own is", () => {
  expect(timeInZone('2026-11-22T19:00:00.000Z', 'Asia/Shanghai')).toBe('2026-11-23 03:00');
  expect(timeInZone('2026-12-31T16:00:00.000Z', 'Asia/Shanghai')).toBe('2027-01-01 00:00');
});

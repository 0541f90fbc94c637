import { isServiceTime } from './service-hours';

/** A time by the clock in Shanghai. */
const at = (wall: string) => isServiceTime(Date.parse(`${wall}+08:00`));

describe('customer service hours: Monday to Friday 09:00-17:45 in Asia/Shanghai', () => {
  it.each([
    ['2026-11-23T08:59:59', false],
    ['2026-11-23T09:00:00', true],
    ['2026-11-23T17:44:59', true],
    ['2026-11-23T17:45:00', false],
    ['2026-11-23T00:00:00', false],
    ['2026-11-23T23:59:59', false],
  ])('counts %s on a Monday as %s', (wall, open) => {
    expect(at(wall)).toBe(open);
  });

  it.each([
    ['Sunday', '2026-11-22', false],
    ['Monday', '2026-11-23', true],
    ['Tuesday', '2026-11-24', true],
    ['Wednesday', '2026-11-25', true],
    ['Thursday', '2026-11-26', true],
    ['Friday', '2026-11-27', true],
    ['Saturday', '2026-11-28', false],
  ])('counts %s at noon as %s', (_day, date, open) => {
    expect(at(`${date}T12:00:00`)).toBe(open);
  });

  it('counts by Shanghai’s day when UTC is still on the day before', () => {
    // Monday 09:00 there is Monday 01:00 UTC; Monday 07:30 UTC is Monday 15:30.
    expect(isServiceTime(Date.parse('2026-11-23T00:59:59Z'))).toBe(false);
    expect(isServiceTime(Date.parse('2026-11-23T01:00:00Z'))).toBe(true);
    expect(isServiceTime(Date.parse('2026-11-22T16:30:00Z'))).toBe(false);
    expect(isServiceTime(Date.parse('2026-11-27T09:44:59Z'))).toBe(true);
  });

  it('has the same hours in summer and winter', () => {
    expect(at('2026-07-01T09:00:00')).toBe(true);
    expect(at('2026-07-01T17:45:00')).toBe(false);
  });
});

import { pointsToRemove } from './retention';

const DAY = 86_400_000;
/** Noon in Shanghai. */
const NOW = Date.parse('2026-11-22T04:00:00Z');
type Point = Parameters<typeof pointsToRemove>[0][number];

const point = (id: number, daysAgo: number, more: Partial<Point> = {}): Point => ({
  id,
  kind: 'both',
  reason: 'schedule',
  state: 'ready',
  created_at: new Date(NOW - daysAgo * DAY),
  kept: false,
  verify_fault: null,
  ...more,
});
const NONE = { daily: 0, weekly: 0, monthly: 0, yearly: 0 };

describe('retention', () => {
  it('keeps the newest point of each of the last days that have one', () => {
    const points = [point(1, 0), point(2, 0.1), point(3, 1), point(4, 5), point(5, 6)];
    expect(pointsToRemove(points, { ...NONE, daily: 3 })).toEqual([2, 5]);
  });

  it('keeps points of weeks, months and years in addition to days', () => {
    const points = Array.from({ length: 800 }, (_, index) => point(index + 1, index));
    const removed = pointsToRemove(points, { daily: 7, weekly: 4, monthly: 12, yearly: 3 });
    const left = 800 - removed.length;
    expect(left).toBeGreaterThanOrEqual(7 + 3 + 11 + 1);
    expect(left).toBeLessThanOrEqual(7 + 4 + 12 + 3);
    expect(removed).not.toContain(1);
  });

  it('keeps manual, marked and safety points', () => {
    const points = [
      point(1, 0),
      point(2, 1, { reason: 'manual' }),
      point(3, 2, { kept: true }),
      point(4, 3, { reason: 'safety' }),
      point(5, 4),
    ];
    expect(pointsToRemove(points, NONE)).toEqual([5]);
  });

  it('always keeps the newest point of the site and of the database', () => {
    const points = [point(1, 0, { kind: 'database' }), point(2, 1, { kind: 'site' }), point(3, 2)];
    expect(pointsToRemove(points, NONE)).toEqual([3]);
  });

  it('gives a failed point no slot that a sound one could take', () => {
    const points = [point(1, 0, { verify_fault: { reason: 'backup-damaged' } }), point(2, 1), point(3, 2)];
    expect(pointsToRemove(points, { ...NONE, daily: 1 })).toEqual([3]);
  });
});

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

describe('what retention removes', () => {
  it('keeps the newest of each of the last days that have one', () => {
    const points = [point(1, 0), point(2, 0.1), point(3, 1), point(4, 5), point(5, 6)];
    expect(pointsToRemove(points, { ...NONE, daily: 3 })).toEqual([2, 5]);
  });

  it('keeps weeks, months and years beside the days', () => {
    const points = Array.from({ length: 800 }, (_, index) => point(index + 1, index));
    const leaving = pointsToRemove(points, { daily: 7, weekly: 4, monthly: 12, yearly: 3 });
    const left = 800 - leaving.length;
    expect(left).toBeGreaterThanOrEqual(7 + 3 + 11 + 1);
    expect(left).toBeLessThanOrEqual(7 + 4 + 12 + 3);
    expect(leaving).not.toContain(1);
  });

  it('leaves alone what was made by hand, marked, or is a safety point', () => {
    const points = [
      point(1, 0),
      point(2, 1, { reason: 'manual' }),
      point(3, 2, { kept: true }),
      point(4, 3, { reason: 'safety' }),
      point(5, 4),
    ];
    expect(pointsToRemove(points, NONE)).toEqual([5]);
  });

  it('always leaves the newest of the site and the newest of the database', () => {
    const points = [point(1, 0, { kind: 'database' }), point(2, 1, { kind: 'site' }), point(3, 2)];
    expect(pointsToRemove(points, NONE)).toEqual([3]);
  });

  it('lets no point that failed its test stand in for a sound one', () => {
    const points = [point(1, 0, { verify_fault: { reason: 'backup-damaged' } }), point(2, 1), point(3, 2)];
    expect(pointsToRemove(points, { ...NONE, daily: 1 })).toEqual([3]);
  });
});

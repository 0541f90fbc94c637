import { scaleFor, shortCount } from './scale';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [10, [0, 5, 10]],
  [99, [0, 25, 50, 75, 100]],
  [101, [0, 50, 100, 150]],
  [1980, [0, 500, 1000, 1500, 2000]],
  [2001, [0, 1000, 2000, 3000]],
  [12_345_678, [0, 5_000_000, 10_000_000, 15_000_000]],
])('has few grid lines, at round values, up to at least %d', (highest, ticks) => {
  expect(scaleFor(highest)).toEqual({ top: ticks.at(-1), ticks });
});

it('covers the highest value in at most four steps', () => {
  for (let highest = 1; highest < 5_000_000; highest = Math.ceil(highest * 1.37)) {
    const { top, ticks } = scaleFor(highest);
    expect(top).toBeGreaterThanOrEqual(highest);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.every(Number.isInteger)).toBe(true);
  }
});

it.each([
  [0, [0, 0.01]],
  [0.9, [0, 0.25, 0.5, 0.75, 1]],
  [3.4, [0, 1, 2, 3, 4]],
  [3, [0, 1, 2, 3]],
])('has steps with fractions up to at least %d where they are allowed', (highest, ticks) => {
  expect(scaleFor(highest, 0.01).ticks).toEqual(ticks);
});

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [1500, '1.5k'],
  [99_990, '99.9k'],
  [999_999, '999k'],
  [2_500_000, '2.5M'],
  [3_000_000_000, '3G'],
])('abbreviates %d as %s', (count, text) => {
  expect(shortCount(count)).toBe(text);
});

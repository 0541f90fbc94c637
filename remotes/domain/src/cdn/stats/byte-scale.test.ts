import { byteScale } from './byte-scale';

const GB = 1024 ** 3;

it.each([
  [0, ['0 B', '1 B']],
  [1000, ['0 B', '250 B', '500 B', '750 B', '1000 B']],
  [1024, ['0 KB', '0.25 KB', '0.5 KB', '0.75 KB', '1 KB']],
  [3.4 * GB, ['0 GB', '1 GB', '2 GB', '3 GB', '4 GB']],
  [1.3 * GB, ['0 GB', '0.5 GB', '1 GB', '1.5 GB']],
])('draws grid lines at round values up to %d bytes', (highest, words) => {
  const { top, ticks } = byteScale(highest);
  expect(ticks.map((tick) => tick.words)).toEqual(words);
  expect(top).toBeGreaterThanOrEqual(highest);
});

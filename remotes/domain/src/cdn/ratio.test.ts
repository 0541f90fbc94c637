import { hitRatio, percentFigure } from './ratio';

it('reports no hit ratio without requests', () => {
  expect(hitRatio({ requests: 0, hits: 0 })).toBeUndefined();
  expect(hitRatio({ requests: 4, hits: 3 })).toBe(0.75);
});

it.each([
  [0, '0'],
  [0.00001, '<0.01'],
  [0.0006, '0.06'],
  [0.058, '5.8'],
  [0.9029, '90.2'],
  [0.9999, '99.9'],
  [1, '100'],
])('formats the ratio %d as %s', (ratio, words) => {
  expect(percentFigure(ratio, String)).toBe(words);
});

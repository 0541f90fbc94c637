import { hitShare, shareFigure } from './share';

it('has no share where nothing was requested', () => {
  expect(hitShare({ requests: 0, hits: 0 })).toBeUndefined();
  expect(hitShare({ requests: 4, hits: 3 })).toBe(0.75);
});

it.each([
  [0, '0'],
  [0.00001, '<0.01'],
  [0.0006, '0.06'],
  [0.058, '5.8'],
  [0.9029, '90.2'],
  [0.9999, '99.9'],
  [1, '100'],
])('writes the share %d as %s', (share, words) => {
  expect(shareFigure(share, String)).toBe(words);
});

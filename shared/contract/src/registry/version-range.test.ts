import { compareToRange, isRange } from './version-range';

it.each([
  ['1.4.2', '^1.2.3', 'inside'],
  ['1.2.2', '^1.2.3', 'below'],
  ['2.0.0', '^1.2.3', 'above'],
  ['0.1.9', '^0.1.0', 'inside'],
  ['0.2.0', '^0.1.0', 'above'],
  ['0.0.4', '^0.0.3', 'above'],
  ['1.2.9', '~1.2.3', 'inside'],
  ['1.3.0', '~1.2.3', 'above'],
  ['9.0.0', '>=1.2.3', 'inside'],
  ['1.2.3', '1.2.3', 'inside'],
  ['1.2.4', '1.2.3', 'above'],
  ['0.0.1', '*', 'inside'],
  ['2.1.0', '^1.0.0 || ^2.0.0', 'inside'],
  ['2.1.0', '^1.0.0 || ^3.0.0', 'below'],
  ['1.2.3-rc.1', '^1.2.0', 'inside'],
] as const)('compares %s with %s: %s', (version, range, result) => {
  expect(compareToRange(version, range)).toBe(result);
});

it('refuses a version that is malformed', () => {
  expect(() => compareToRange('latest', '*')).toThrow('latest');
});

it.each(['', 'latest', '1.2', '^1.x', '>1.0.0', '1.0.0 - 2.0.0', '^1.0.0 ||'])(
  'refuses %p as a range',
  (text) => {
    expect(isRange(text)).toBe(false);
  },
);

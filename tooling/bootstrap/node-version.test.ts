import { isNewEnough } from './node-version.mjs';

it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('runs on Node.js %s', (version) => {
  expect(isNewEnough(version)).toBe(true);
});

it.each(['18.20.0', '20.18.3'])('refuses Node.js %s as too old', (version) => {
  expect(isNewEnough(version)).toBe(false);
});

import { compatibilityOf } from './compatibility';

it.each([
  ['fits', '^0.3.0', '^0.2.0'],
  ['console-old', '^0.4.0', '^0.2.0'],
  ['console-old', '^0.4.0', '^0.1.0'],
  ['remote-old', '^0.2.0', '^0.2.0'],
] as const)('reports %s for a remote that requires SDK %s and shell %s', (result, sdk, shell) => {
  expect(compatibilityOf({ requires: { sdk, shell } }, { sdk: '0.3.1', shell: '0.2.5' })).toBe(result);
});

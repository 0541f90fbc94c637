import { join } from 'node:path';
import { checkedSources } from './checked-sources';

const ROOT = join(__dirname, '..');

it('lists modules, components and scripts, but no declarations', () => {
  const files = checkedSources(ROOT, []);
  expect(files).toContain('tooling/plain-words.ts');
  expect(files).toContain('shell/src/layout/ConsoleLayout.tsx');
  expect(files).toContain('tooling/bootstrap/say.mjs');
  expect(files.filter((file) => file.endsWith('.d.ts'))).toEqual([]);
});

it('lists only files below the prefixes', () => {
  expect(checkedSources(ROOT, ['docs/examples/portal-html/'])).toEqual([
    'docs/examples/portal-html/server.mjs',
  ]);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const PAGES = [
  'CONTRIBUTING.md',
  'docs/ARCHITECTURE.md',
  'docs/how-it-runs.md',
  ...readdirSync(join(ROOT, 'docs/adr')).map((name) => `docs/adr/${name}`),
];
/** Folders, besides the root, that paths in a page may be relative to. */
const FROM = ['', 'server', 'server/src', 'server/src/features', 'server/src/system'];

/** Matches a file of ours, or a folder of the server. */
const PATH =
  /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|py|cjs|mjs)|(?:server|system|features|remotes|shared|tooling)\/[\w./-]+)`/g;

it.each(PAGES)('names only paths that exist in %s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = [...text.matchAll(PATH)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('dist/'));
  const missing = named.filter((path) => !FROM.some((folder) => existsSync(join(ROOT, folder, path))));
  expect(missing).toEqual([]);
});

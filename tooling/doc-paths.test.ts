import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ROOT = join(__dirname, '..');
const PAGES = [
  'CONTRIBUTING.md',
  'docs/ARCHITECTURE.md',
  'docs/how-it-runs.md',
  ...readdirSync(join(ROOT, 'docs/adr')).map((name) => `docs/adr/${name}`),
];
/** Folders, besides the root, that paths in a page may be relative to. */
const FROM = ['', 'server', 'server/src', 'server/src/features', 'server/src/system'];

/** Matches a file of ours, or a folder; `*` stands for a part of a name. */
const PATH = new RegExp(
  '`((?:[\\w.-]+/)+[\\w.*-]+\\.(?:ts|tsx|py|cjs|mjs)' +
    '|(?:server|shell|e2e|features|remotes|shared|tooling|system|api|worker|files|links|queue|sites|state|supervisor|faults)/[\\w./*-]+)`',
  'g',
);

/** Whether a path exists below a folder. */
function exists(folder: string, path: string): boolean {
  if (!path.includes('*')) return existsSync(join(ROOT, folder, path));
  const parent = join(ROOT, folder, dirname(path));
  const pattern = new RegExp(`^${basename(path).replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
  return existsSync(parent) && readdirSync(parent).some((name) => pattern.test(name));
}

/** Paths that a text names, except those of builds, that do not exist. */
const missingPaths = (text: string): readonly string[] =>
  [...text.matchAll(PATH)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('dist/') && !FROM.some((folder) => exists(folder, path)));

it.each(PAGES)('names only paths that exist in %s', (page) => {
  expect(missingPaths(readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
});

it('finds missing files and folders, also below the server and with a pattern', () => {
  const [kept, wrong] = [
    ['files/child/zip', 'files/child/extract/unzip*.ts', 'shared/contract', 'queue/enqueue.ts'],
    ['files/child/archive/zip-*', 'files/child/bundle', 'queue/run.ts', 'tooling/nothing/x.mjs'],
  ];
  expect(missingPaths([...kept, ...wrong].map((path) => `\`${path}\``).join(', '))).toEqual(wrong);
});

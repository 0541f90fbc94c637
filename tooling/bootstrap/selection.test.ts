import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from './areas.mjs';
import { selectArea, selectChanged } from './selection.mjs';

const ROOT = join(__dirname, '../..');

it('selects the tests of a changed remote by its files, and the browser tests of its area', () => {
  const page = 'remotes/database/src/page/DatabasePage.tsx';
  expect(selectChanged([page])).toEqual({
    files: [page],
    related: [page],
    folders: [],
    e2e: ['e2e/src/database.test.ts'],
  });
});

it('selects only the browser tests of the area with the longest matching path', () => {
  expect(selectChanged(['server/src/system/mariadb/connection/server.ts']).e2e).toEqual([
    'e2e/src/database.test.ts',
  ]);
  expect(selectChanged(['shell/src/embed/embed.ts']).e2e).not.toContain('e2e/src/shell.test.ts');
});

it('selects a changed browser test itself', () => {
  const file = 'e2e/src/flood.test.ts';
  expect(selectChanged([file])).toEqual({ files: [file], related: [], folders: [], e2e: [file] });
});

it('selects the tests of the area for a file that no other file imports', () => {
  expect(selectChanged(['server/ftp/uploads.py']).folders).toEqual(['server/ftp/', 'server/src/system/']);
});

it('selects every unit test where the configuration of all tests changed', () => {
  const { related, folders } = selectChanged(['jest.config.ts', 'shell/src/boot/react.ts']);
  expect({ related, folders }).toEqual({
    related: [],
    folders: ['shared', 'shell', 'remotes', 'server', 'tooling'],
  });
});

it('selects nothing for a change in documents', () => {
  expect(selectChanged(['docs/operator.md'])).toEqual({ files: [], related: [], folders: [], e2e: [] });
});

it('selects folders and browser tests of a named area', () => {
  expect(selectArea('backup')).toMatchObject({
    folders: [
      'remotes/backup/',
      'server/src/features/backup/',
      'shared/contract/src/backup/',
      'server/src/system/restic/',
    ],
    e2e: ['e2e/src/backup.test.ts', 'e2e/src/kills.test.ts'],
  });
  expect(selectArea('toString')).toBeUndefined();
});

it.each(Object.entries(AREAS))('names only existing files in the area %s', (_name, { paths, e2e }) => {
  const folders = paths.filter((path) => path.endsWith('/'));
  const tests = e2e.map((name) => `e2e/src/${name}.test.ts`);
  expect([...folders, ...tests].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

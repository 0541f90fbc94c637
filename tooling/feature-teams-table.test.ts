import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const TEMPLATE = join(__dirname, 'cli/template');
const PAGE = join(__dirname, '../docs/feature-teams.md');

it('lists every file of a new remote in docs/feature-teams.md, and no other', async () => {
  const page = await readFile(PAGE, 'utf8');
  const [, table = ''] =
    /`init` writes these files:\n\n\| file \| is \|\n\|---\|---\|\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const listed = table.split('\n').flatMap((line) => {
    const [, cell = ''] = line.split(' | ')[0]?.split('| ') ?? [];
    const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    // Files of one folder are listed together, the first with the folder.
    const folder = first.slice(0, first.lastIndexOf('/') + 1);
    return [first, ...others.map((name) => folder + name)];
  });
  const found = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(TEMPLATE.length + 1)
        .replace(/\.template$/, ''),
    );
  expect(listed.sort()).toEqual(files.sort());
});

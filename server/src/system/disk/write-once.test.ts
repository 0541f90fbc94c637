import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOnce } from './write-once';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sd-once-'));
  file = join(folder, 'secret');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives the same content to all that make a file at the same time', async () => {
  const makers = Array.from({ length: 8 }, (_, index) =>
    writeOnce(file, () => Promise.resolve(String(index))),
  );
  const given = new Set(await Promise.all(makers));
  expect([...given]).toEqual([readFileSync(file, 'utf8')]);
  expect(readdirSync(folder)).toEqual(['secret']);
});

it('replaces an empty file, which an interrupted start left', async () => {
  writeFileSync(file, '');
  expect(await writeOnce(file, () => Promise.resolve('made'))).toBe('made');
  expect(readFileSync(file, 'utf8')).toBe('made');
});

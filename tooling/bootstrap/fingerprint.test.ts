import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint, isFresh, record } from './fingerprint.mjs';

let root: string;
const write = (name: string, content: string) => writeFileSync(join(root, name), content);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'print-'));
  mkdirSync(join(root, 'src'));
  write('src/a.ts', 'one');
  write('lock', '1');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const print = (...facts: string[]) => fingerprint(root, ['src', 'lock'], facts);

it('stays the same when only times change', () => {
  const before = print();
  utimesSync(join(root, 'src/a.ts'), new Date(0), new Date(0));
  expect(print()).toBe(before);
});

it('stays the same when a test, a build or a dependency changes', () => {
  const before = print();
  write('src/a.test.ts', 'test');
  for (const folder of ['dist', 'node_modules']) {
    mkdirSync(join(root, 'src', folder));
    write(`src/${folder}/x.js`, 'x');
  }
  expect(print()).toBe(before);
});

it('changes with a content, a name, a removal, a lockfile and a fact', () => {
  const before = print();
  write('src/a.ts', 'two');
  const changed = print();
  write('src/a.ts', 'one');
  renameSync(join(root, 'src/a.ts'), join(root, 'src/b.ts'));
  const renamed = print();
  rmSync(join(root, 'src/b.ts'));
  const removed = print();
  write('lock', '2');
  const all = [before, changed, renamed, removed, print(), print('node 22')];
  expect(new Set(all).size).toBe(all.length);
});

it('distinguishes content that moved between two files', () => {
  write('src/b.ts', '');
  const before = print();
  write('src/a.ts', '');
  write('src/b.ts', 'one');
  expect(print()).not.toBe(before);
});

it('counts as fresh only with a stamp of exactly this fingerprint', () => {
  const stamp = join(root, 'dist', '.built-from');
  expect(isFresh(stamp, 'a')).toBe(false);
  record(stamp, 'a');
  expect(isFresh(stamp, 'a')).toBe(true);
  expect(isFresh(stamp, 'b')).toBe(false);
});

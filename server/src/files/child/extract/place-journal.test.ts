import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Folder } from '../tree/walk';
import { PlaceJournal, readJournal } from './place-journal';

it('ignores entries of a forged journal that lie outside the host’s tree', () => {
  const path = mkdtempSync(join(tmpdir(), 'sd-journal-'));
  using work = Folder.root(path);
  const info = { files: 1, bytes: 1, skipped: 0, refused: 0, failed: [] };
  {
    using journal = new PlaceJournal(work, info, 0);
    journal.note({ to: ['wwwroot', 'a'], ino: 1 });
    journal.note({ to: ['wwwroot', Buffer.from([0xff])], ino: 2 });
    journal.note({ to: ['..', 'other', 'a'], ino: 3 });
    journal.note({ to: ['wwwroot/../../other', 'a'], ino: 4 });
    journal.note({ to: ['wwwroot', Buffer.from('../a')], ino: 5 });
  }
  const read = readJournal(work);
  expect(read.is === 'placing' && [...read.steps.inOrder()].map(([, { ino }]) => ino)).toEqual([1, 2]);
  writeFileSync(join(path, 'journal'), '');
  expect(readJournal(work)).toEqual({ is: 'none' });
  rmSync(path, { recursive: true });
});

it.each<readonly [string, (path: string) => void]>([
  ['1.9 GB of nothing', (path) => (writeFileSync(path, ''), truncateSync(path, 1.9e9))],
  ['lines that are no steps', (path) => writeFileSync(path, 'line\n'.repeat(5000))],
  ['millions of lines', (path) => writeFileSync(path, '{"to":["a"]}\n'.repeat(1_100_001))],
  ['one long line', (path) => writeFileSync(path, `{}\n"${'x'.repeat(1_000_000)}"\n`)],
  ['one long line without an end', (path) => writeFileSync(path, `{}\n"${'x'.repeat(1_000_000)}`)],
  ['a fifo', (path) => execFileSync('mkfifo', [path])],
  ['a folder', (path) => mkdirSync(path)],
  ['a link', (path) => symlinkSync('/dev/zero', path)],
])('rejects a journal of %s without reading it', (_what, forge) => {
  const path = mkdtempSync(join(tmpdir(), 'sd-journal-'));
  using work = Folder.root(path);
  forge(join(path, 'journal'));
  expect(readJournal(work)).toEqual({ is: 'broken' });
  rmSync(path, { recursive: true });
});

it('refuses to write a journal longer than it could read', () => {
  const path = mkdtempSync(join(tmpdir(), 'sd-journal-'));
  using work = Folder.root(path);
  writeFileSync(join(path, 'journal'), '');
  truncateSync(join(path, 'journal'), 512 * 1024 * 1024);
  const info = { files: 1, bytes: 1, skipped: 0, refused: 0, failed: [] };
  using journal = new PlaceJournal(work, info, 1);
  expect(() => journal.note({ to: ['x'.repeat(255)] })).toThrow('archive-too-much');
  rmSync(path, { recursive: true });
});

it('keeps a step for each of 300,000 replaced files, and reads them in both directions', () => {
  const path = mkdtempSync(join(tmpdir(), 'sd-journal-'));
  using work = Folder.root(path);
  const info = { files: 1, bytes: 1, skipped: 0, refused: 0, failed: [] };
  const most = 300_000;
  const to = (number: number) => ['wwwroot', 'wp-content', 'uploads', `picture-${number}.jpeg`];
  {
    using journal = new PlaceJournal(work, info, 0);
    for (let number = 0; number < most; number += 1)
      journal.note({ to: to(number), ino: 1e9 + number, mtimeMs: 1767323045123.5, old: number });
  }
  const read = readJournal(work);
  if (read.is !== 'placing') throw new Error(read.is);
  expect(read.steps.count).toBe(most);
  let expected = 0;
  for (const [number, { old }] of read.steps.inOrder())
    if (number !== expected++ || old !== number) throw new Error(`step ${number}`);
  for (const [number, step] of read.steps.inReverse())
    if (number !== --expected || step.to[3] !== to(number)[3]) throw new Error(`step ${number}`);
  expect(expected).toBe(0);
  rmSync(path, { recursive: true });
});

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
    using journal = new PlaceJournal(work, info, []);
    journal.note({ to: ['wwwroot', 'a'], ino: 1 });
    journal.note({ to: ['wwwroot', Buffer.from([0xff])], ino: 2 });
    journal.note({ to: ['..', 'other', 'a'], ino: 3 });
    journal.note({ to: ['wwwroot/../../other', 'a'], ino: 4 });
    journal.note({ to: ['wwwroot', Buffer.from('../a')], ino: 5 });
  }
  const read = readJournal(work);
  expect(read.is === 'placing' && read.steps.map(({ ino }) => ino)).toEqual([1, 2]);
  writeFileSync(join(path, 'journal'), '');
  expect(readJournal(work)).toEqual({ is: 'none' });
  rmSync(path, { recursive: true });
});

it.each<readonly [string, (path: string) => void]>([
  ['1.9 GB of nothing', (path) => (writeFileSync(path, ''), truncateSync(path, 1.9e9))],
  ['more bytes than a journal may have', (path) => writeFileSync(path, 'line\n'.repeat(14_000_000))],
  ['lines that are no steps', (path) => writeFileSync(path, 'line\n'.repeat(5000))],
  ['millions of lines', (path) => writeFileSync(path, '{"to":["a"]}\n'.repeat(1_000_001))],
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
  writeFileSync(join(path, 'journal'), 'line\n'.repeat(6_710_880));
  const info = { files: 1, bytes: 1, skipped: 0, refused: 0, failed: [] };
  using journal = new PlaceJournal(work, info, [{ to: ['a'] }]);
  expect(() => journal.note({ to: ['x'.repeat(255)] })).toThrow('archive-too-much');
  rmSync(path, { recursive: true });
});

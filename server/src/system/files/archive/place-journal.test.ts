import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Folder } from '../walk';
import { PlaceJournal, readJournal } from './place-journal';

it('a journal that the host has forged leads nowhere outside its tree', () => {
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

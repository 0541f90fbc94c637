import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMount, SmallDisk } from '#testing/small-disk';
import { Folder } from '../tree/walk';
import { noteBegun, noteDone, noteReceived, readDone, readOpen } from './upload-journal';

const PAGE = 4096;
const SLICE = 4_194_304;
const TOTAL = 1024 ** 4;
const where = canMount() ? it : it.skip;

describe('the journal of an upload', () => {
  let place: string;
  beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'sitedeck-journal-'))));
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  where('never takes half a line of a full disk together with the next one (needs a mount)', () => {
    using disk = new SmallDisk(place, '1m');
    using folder = Folder.root(place);
    const key = 'k';
    noteBegun(folder, { path: '/wwwroot/big', total: TOTAL, key });
    const size = () => statSync(join(place, 'k.log')).size;
    // Fills a page almost to its end: the next line would need another page.
    while (size() < PAGE - 12) noteReceived(folder, key, [0, 1]);
    const before = readFileSync(join(place, 'k.log'), 'utf8');
    disk.fill();
    expect(() => noteReceived(folder, key, [SLICE, 2 * SLICE])).toThrow('ENOSPC');
    expect(readFileSync(join(place, 'k.log'), 'utf8')).toBe(before);
    disk.free();
    noteReceived(folder, key, [5 * SLICE, 6 * SLICE]);
    expect(readOpen(folder)[0]?.received).toEqual([
      [0, 1],
      [5 * SLICE, 6 * SLICE],
    ]);
  });

  it.each<readonly [string, (path: string) => void]>([
    ['1.9 GB of nothing', (path) => (writeFileSync(path, ''), truncateSync(path, 1.9e9))],
    ['lines that say nothing', (path) => writeFileSync(path, 'line\n'.repeat(5000))],
    ['one long line', (path) => writeFileSync(path, `{}\n"${'x'.repeat(1_000_000)}"\n`)],
    ['a fifo', (path) => execFileSync('mkfifo', [path])],
    ['a link', (path) => symlinkSync('/dev/zero', path)],
  ])('starts over, with its files, if %s replaces it', (_what, forge) => {
    using folder = Folder.root(place);
    for (const name of ['done', 'k.log']) {
      forge(join(place, name));
      expect([...readDone(folder), ...readOpen(folder)]).toEqual([]);
      expect(existsSync(join(place, name))).toBe(false);
    }
    noteBegun(folder, { path: '/wwwroot/a', total: 9, key: 'k' });
    noteDone(folder, [{ path: '/wwwroot/b', total: 1 }]);
    // Half a line, as a kill leaves it.
    writeFileSync(join(place, 'k.log'), '4 9\n0 2\n7 99\n4 4\n2 3\n0', { flag: 'a' });
    expect(readDone(folder)).toEqual([{ path: '/wwwroot/b', total: 1 }]);
    expect(readOpen(folder)[0]?.received).toEqual([
      [0, 3],
      [4, 9],
    ]);
  });

  it('reads a million slices of forged files, and no more', () => {
    using folder = Folder.root(place);
    const slices = Array.from({ length: 600_000 }, (_, index) => `${2 * index} ${2 * index + 1}\n`).join('');
    for (const key of ['a', 'b']) {
      noteBegun(folder, { path: `/wwwroot/${key}`, total: TOTAL, key });
      writeFileSync(join(place, `${key}.log`), slices, { flag: 'a' });
    }
    expect(readOpen(folder).filter(({ received }) => received.length > 0)).toHaveLength(1);
  });
});

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMount, SmallDisk } from '../../../testing/small-disk';
import { Folder } from '../walk';
import { noteBegun, noteReceived, readOpen } from './upload-journal';

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
    // Up to shortly before the end of a page: the next line would need another one.
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
});

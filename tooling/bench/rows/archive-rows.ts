import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureTask } from '../own-task';
import { inPairs } from '../pairs';
import { measureProgram, timeRows } from '../measure-program';
import { scratchFolder } from '../started';
import type { Row } from '../table';
import { textOf } from '../text-of';
import type { Visitor } from '../visitor';

const FILES = 20_000;
const FOLDER_FILES = 50;
function laySite(root: string, uid: number): void {
  const site = join(root, 'wwwroot/site');
  mkdirSync(site);
  chownSync(site, uid, uid);
  for (let number = 0; number < FILES; number += 1) {
    const folder = join(site, `folder-${Math.floor(number / FOLDER_FILES)}`);
    if (number % FOLDER_FILES === 0) {
      mkdirSync(folder);
      chownSync(folder, uid, uid);
    }
    const file = join(folder, `file-${number}.php`);
    writeFileSync(file, textOf(number));
    chownSync(file, uid, uid);
  }
}

/** Less time is worth nothing where the archive grows for it. */
function sizeRow(theirs: number, ours: number): Row {
  const peer = { name: 'zip', value: theirs / 1e6 };
  const most = 1.02;
  const met = ours <= most * theirs;
  return { job: 'zip 20,000 files: size', unit: 'MB', peer, own: ours / 1e6, limit: `≤ ${most}x`, met };
}

/** Packs and unpacks 20,000 files of a site beside `zip` and `unzip`, from the call to the end of its task. */
export async function archiveRows(visitor: Visitor, rounds: number): Promise<readonly Row[]> {
  const root = join(visitor.data, 'hosts', visitor.hostCode);
  laySite(root, statSync(join(root, 'wwwroot')).uid);
  const scratch = await scratchFolder();
  const remove = (path: string) => rmSync(path, { force: true });
  // Use a new folder each time: ext4 is slow to create files right after it removed as many.
  let round = 0;
  const [theirZip, ourZip] = [join(scratch.path, 'site.zip'), join(root, 'data/site.zip')];
  try {
    const packed = await inPairs(rounds, {
      peer: async () => {
        remove(theirZip);
        return measureProgram({ file: 'zip', args: ['-qr', theirZip, 'site'], cwd: join(root, 'wwwroot') });
      },
      own: async () => {
        remove(ourZip);
        return measureTask(visitor, '/fs/compress', { paths: ['/wwwroot/site'], to: '/data/site.zip' });
      },
    });
    const unpacked = await inPairs(rounds, {
      peer: async () => {
        round += 1;
        return measureProgram({
          file: 'unzip',
          args: ['-q', theirZip, '-d', join(scratch.path, `out-${round}`)],
        });
      },
      own: async () => {
        round += 1;
        return measureTask(visitor, '/fs/decompress', {
          path: '/data/site.zip',
          to: `/wwwroot/out-${round}`,
        });
      },
    });
    return [
      ...timeRows('zip 20,000 files', packed, { name: 'zip', cpu: 0.9, wall: 0.75 }),
      sizeRow(statSync(theirZip).size, statSync(ourZip).size),
      ...timeRows('unzip 20,000 files', unpacked, { name: 'unzip', cpu: 0.65 }),
    ];
  } finally {
    await scratch.remove();
  }
}

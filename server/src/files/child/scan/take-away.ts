import { createHash } from 'node:crypto';
import { fstatSync, linkSync, lstatSync, readSync, renameSync, unlinkSync } from 'node:fs';
import { codeOf } from '#faults/error-code';
import { isRefusal } from '#faults/refusal';
import type { ChildBodies } from '#files/link/child-messages';
import { refusalOf } from '#files/link/errno';
import type { Disk } from '../disk';
import { LoopYield } from '../loop-yield';
import { freeName } from '../tree/free-name';
import { openRegularFile, type OpenFile } from '../tree/open-file';
import { mayChangeEntry } from '../tree/write-rules';
import type { Entry, Folder } from '../tree/walk';
import { locateRaw, partsOfRaw } from './raw-path';

const CHUNK_BYTES = 1024 * 1024;

async function hashOf(fd: number, signal: AbortSignal): Promise<string> {
  const pace = new LoopYield(signal);
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let count = readSync(fd, chunk); count > 0; count = readSync(fd, chunk)) {
    hash.update(chunk.subarray(0, count));
    if (pace.due) await pace.rest();
  }
  return hash.digest('hex');
}

/** Gives an entry its name back, or a free one if it was taken meanwhile. */
function giveBack(work: Folder, name: string, to: Entry): void {
  for (let free = to.name; ; free = freeName(to.folder, to.name)) {
    try {
      linkSync(work.at(name), to.folder.at(free));
      return unlinkSync(work.at(name));
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** Moves an entry to a place that only this process knows, and removes it there if it is still the open file. */
function removeIfSame(disk: Disk, entry: Entry, { fd }: OpenFile): boolean {
  using work = disk.work.open();
  const name = disk.work.freshName();
  const before = fstatSync(fd, { bigint: true });
  renameSync(entry.folder.at(entry.name), work.at(name));
  const after = lstatSync(work.at(name), { bigint: true });
  const isSame = after.ino === before.ino && after.dev === before.dev && after.mtimeNs === before.mtimeNs;
  if (isSame) unlinkSync(work.at(name));
  else giveBack(work, name, entry);
  return isSame;
}

/** Removes a file whose content has this hash. No program of the host can swap it between the check and the removal. */
export async function takeAway(
  { path, hash }: ChildBodies['takeAway'],
  { disk, signal }: { readonly disk: Disk; readonly signal: AbortSignal },
): Promise<{ is: 'removed' | 'gone' | 'changed' }> {
  mayChangeEntry(partsOfRaw(path).map(String));
  try {
    using spot = locateRaw(disk.root, path);
    using file = openRegularFile(spot.folder, spot.name);
    if ((await hashOf(file.fd, signal)) !== hash) return { is: 'changed' };
    if (!removeIfSame(disk, spot, file)) return { is: 'changed' };
    disk.quota.count(-file.stats.size);
    return { is: 'removed' };
  } catch (error) {
    const refused = refusalOf(error);
    if (isRefusal(refused) && refused.reason === 'no-such-file') return { is: 'gone' };
    throw refused;
  }
}

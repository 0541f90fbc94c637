import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { Refusal } from '#faults/refusal';
import { contentVersion, readTextFile } from '../text/read-file';
import type { Disk } from '../disk';
import { diskBytes, type ReplacedFile } from '../history/versions';
import { replaceFile } from '../tree/replace-entry';
import { mayChangeEntry } from '../tree/write-rules';
import { partsOf } from '../tree/site-path';
import { decodeText, encodeText } from '../text/text-encoding';
import type { Verb } from '../verb';
import { locate, type Folder, type LocatedEntry } from '../tree/walk';

const FILE_MODE = 0o644;
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

export const readText: Verb<'readText'> = async (body, { disk }) => {
  using spot = locate(disk.root, partsOf(body.path));
  const { bytes, stats } = readTextFile(spot.folder, spot.name);
  const decoded = decodeText(bytes, body.encoding);
  return { ...decoded, size: bytes.length, mtime: Math.trunc(stats.mtimeMs), version: contentVersion(bytes) };
};

/** Checks the file to replace: refuses a file that is not regular or not of the expected version. */
function checkTarget(spot: LocatedEntry, version: string | undefined): { mode: number; size: number } {
  const stats = spot.folder.lstat(spot.name);
  if (stats === undefined) {
    if (version !== undefined) throw new Refusal('conflict');
    return { mode: FILE_MODE, size: 0 };
  }
  if (!stats.isFile()) throw new Refusal('not-a-file');
  if (version !== undefined && contentVersion(readTextFile(spot.folder, spot.name).bytes) !== version) {
    throw new Refusal('conflict');
  }
  return { mode: stats.mode & 0o777, size: stats.size };
}

/** Writes a file of the work folder and waits until it is on the disk. */
function writeAside(work: Folder, name: string, file: { bytes: Buffer; mode: number }): Stats {
  const fd = openSync(work.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, file.mode);
  try {
    for (let done = 0; done < file.bytes.length;) done += writeSync(fd, file.bytes, done, undefined, done);
    // The umask has cleared bits that the old file had.
    fchmodSync(fd, file.mode);
    fsyncSync(fd);
    return fstatSync(fd);
  } finally {
    closeSync(fd);
  }
}

function dropAside(work: Folder, name: string): void {
  try {
    unlinkSync(work.at(name));
  } catch {
    // The file was never created; the caller throws the first error.
  }
}

/** Replaces a file's content in one step; the old content becomes a version. */
export function putBytes(
  disk: Disk,
  { spot, ...of }: { readonly spot: LocatedEntry } & ReplacedFile,
  file: { readonly bytes: Buffer; readonly mode: number },
): { readonly stats: Stats; readonly kept?: string } {
  using work = disk.work.open();
  const name = disk.work.freshName();
  try {
    const stats = writeAside(work, name, file);
    const to = { folder: spot.folder, name: spot.name, ...of };
    const replaced = replaceFile(disk, { folder: work, name }, to);
    disk.quota.count(diskBytes(stats));
    return { stats, ...replaced };
  } catch (error) {
    dropAside(work, name);
    throw error;
  }
}

/** Keeps the old content until the new one is on disk; then one rename replaces it. */
export const writeText: Verb<'writeText'> = async (body, { disk }) => {
  const parts = partsOf(body.path);
  mayChangeEntry(parts);
  using spot = locate(disk.root, parts);
  const bytes = encodeText(body.content, body.encoding, body.bom);
  const target = checkTarget(spot, body.version);
  // Both contents are on the disk for a moment, but only the growth stays.
  await disk.quota.ensureRoom(bytes.length - target.size, bytes.length);
  const { stats } = putBytes(disk, { spot, parts, cause: 'edit' }, { bytes, mode: target.mode });
  return { size: bytes.length, mtime: Math.trunc(stats.mtimeMs), version: contentVersion(bytes) };
};

import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs';
import type { CallReply, CallRequest, readText, writeText } from '@sitedeck/contract';
import { CAT_LIMIT_BYTES } from '@sitedeck/contract/constants';
import { Refusal } from '#faults/refusal';
import { openContent } from '../text/content';
import { contentVersion as versionOf } from '../text/content-version';
import type { Disk } from '../disk';
import { diskBytes, type Replacing } from '../history/versions';
import { replaceFile } from '../tree/place-file';
import { mayChangeEntry } from '../tree/place-rules';
import { partsOf } from '../tree/site-path';
import { decodeText, encodeText } from '../text/text-encoding';
import type { Verb } from '../verb';
import { spotOf, type Folder, type Spot } from '../tree/walk';

type ReadBody = CallRequest<typeof readText>['body'];
type ReadReply = CallReply<typeof readText>;
type WriteBody = CallRequest<typeof writeText>['body'];
type WriteReply = CallReply<typeof writeText>;

const FILE_MODE = 0o644;
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

interface Read {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** A text file, or one that has the size of one; refuses a larger one. */
export function readWhole(folder: Folder, name: string): Read {
  using content = openContent(folder, name);
  if (content.stats.size > CAT_LIMIT_BYTES) throw new Refusal('file-too-large');
  // One byte more than it should hold: the end is seen, not assumed.
  const bytes = Buffer.alloc(content.stats.size + 1);
  let size = 0;
  for (let got = -1; got !== 0 && size < bytes.length; size += got) {
    got = readSync(content.fd, bytes, size, bytes.length - size, size);
  }
  return { bytes: bytes.subarray(0, size), stats: content.stats };
}

export const cat: Verb<ReadBody, ReadReply> = async (body, { disk }) => {
  using spot = spotOf(disk.root, partsOf(body.path));
  const { bytes, stats } = readWhole(spot.folder, spot.name);
  const decoded = decodeText(bytes, body.encoding);
  return { ...decoded, size: bytes.length, mtime: Math.trunc(stats.mtimeMs), version: versionOf(bytes) };
};

/** What is replaced: refuses anything but a regular file, and a version that is not the expected one. */
function checkTarget(spot: Spot, version: string | undefined): { mode: number; size: number } {
  const stats = spot.folder.look(spot.name);
  if (stats === undefined) {
    if (version !== undefined) throw new Refusal('conflict');
    return { mode: FILE_MODE, size: 0 };
  }
  if (!stats.isFile()) throw new Refusal('not-a-file');
  if (version !== undefined && versionOf(readWhole(spot.folder, spot.name).bytes) !== version) {
    throw new Refusal('conflict');
  }
  return { mode: stats.mode & 0o777, size: stats.size };
}

/** Writes to a name of the work folder, reaching the disk before anything else happens. */
function writeAside(work: Folder, name: string, file: { bytes: Buffer; mode: number }): Stats {
  const fd = openSync(work.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, file.mode);
  try {
    for (let done = 0; done < file.bytes.length;) done += writeSync(fd, file.bytes, done, undefined, done);
    // The umask took bits away that the old file had.
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
    // It was never made; the fault that led here is the one to tell.
  }
}

/** Puts a file's new content into its place in one step; what stood there becomes a version. */
export function putBytes(
  disk: Disk,
  { spot, ...of }: { readonly spot: Spot } & Replacing,
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

/** The old content stands until the new one is on disk; then one rename puts it in place. */
export const echo: Verb<WriteBody, WriteReply> = async (body, { disk }) => {
  const parts = partsOf(body.path);
  mayChangeEntry(parts);
  using spot = spotOf(disk.root, parts);
  const bytes = encodeText(body.content, body.encoding, body.bom);
  const target = checkTarget(spot, body.version);
  // Both versions lie on the disk for a moment, but only the growth stays.
  await disk.quota.ensureRoom(bytes.length - target.size, bytes.length);
  const { stats } = putBytes(disk, { spot, parts, cause: 'edit' }, { bytes, mode: target.mode });
  return { size: bytes.length, mtime: Math.trunc(stats.mtimeMs), version: versionOf(bytes) };
};

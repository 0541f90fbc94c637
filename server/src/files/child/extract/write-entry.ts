import { closeSync, constants, fchmodSync, futimesSync, openSync, writeSync } from 'node:fs';
import type { Folder, Name } from '../tree/walk';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
/** Permissions that an archive may set: no set-uid, set-gid or sticky bits. */
const PERMISSIONS = 0o777;

export interface EntryStamp {
  readonly mode: number;
  readonly mtimeMs: number;
}

/** Creates a file; fails if the name exists. */
export const openFresh = (folder: Folder, name: Name, { mode }: EntryStamp): number =>
  openSync(folder.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, (mode & PERMISSIONS) | 0o200);

/** Sets mode and time last: a read-only file must be written first. */
function finish(fd: number, { mode, mtimeMs }: EntryStamp): void {
  if ((mode & 0o200) === 0) fchmodSync(fd, mode & PERMISSIONS);
  const seconds = Math.max(mtimeMs, 0) / 1000;
  futimesSync(fd, seconds, seconds);
}

export function closeFinished(fd: number, stamp: EntryStamp): void {
  try {
    finish(fd, stamp);
  } finally {
    closeSync(fd);
  }
}

export function writeFresh(folder: Folder, name: Name, given: EntryStamp & { bytes: Uint8Array }): void {
  const fd = openFresh(folder, name, given);
  try {
    for (let at = 0; at < given.bytes.length;) at += writeSync(fd, given.bytes, at, given.bytes.length - at);
  } finally {
    closeFinished(fd, given);
  }
}

import { closeSync, constants, openSync, readSync, unlinkSync, writeSync, writevSync } from 'node:fs';
import type { Folder } from '../tree/walk';

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
/** Mode of a complete file. */
export const FILE_MODE = 0o644;

export function writeAll(fd: number, bytes: readonly Buffer[], position: number): void {
  const [only] = bytes;
  if (only && bytes.length === 1) return writeOne(fd, only, position);
  let views = [...bytes];
  for (let at = position; views.length > 0;) {
    const written = writevSync(fd, views, at);
    at += written;
    views = dropped(views, written);
  }
}

function writeOne(fd: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, position + at);
}

function dropped(views: Buffer[], bytes: number): Buffer[] {
  let left = bytes;
  const rest = [...views];
  while (rest[0] && rest[0].length <= left) left -= rest.shift()?.length ?? 0;
  if (left > 0 && rest[0]) rest[0] = rest[0].subarray(left);
  return rest;
}

/** Whether the bytes on disk at `from` equal those sent. */
export function equalsBytes(fd: number, bytes: readonly Buffer[], from: number): boolean {
  let at = from;
  return bytes.every((view) => {
    const stored = Buffer.allocUnsafe(view.length);
    const got = readSync(fd, stored, 0, view.length, at);
    at += view.length;
    return got === view.length && stored.equals(view);
  });
}

/** Writes a file that arrived in one request. */
export function writeFile(folder: Folder, name: string, bytes: readonly Buffer[]): void {
  const fd = openSync(folder.at(name), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, FILE_MODE);
  try {
    writeAll(fd, bytes, 0);
  } finally {
    closeSync(fd);
  }
}

/** Removes a file of an upload's own folder, if it exists. */
export function dropFile(folder: Folder, name: string): void {
  try {
    unlinkSync(folder.at(name));
  } catch {
    // The file did not exist.
  }
}

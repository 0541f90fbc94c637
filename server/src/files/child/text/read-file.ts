import { createHash } from 'node:crypto';
import { readSync, type Stats } from 'node:fs';
import { CAT_LIMIT_BYTES } from '@sitedeck/contract/constants';
import { Refusal } from '#faults/refusal';
import { openRegularFile } from '../tree/open-file';
import type { Folder } from '../tree/walk';

/** A hash: the same bytes give the same version, and other bytes another one. */
export const contentVersion = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** All bytes of an open file; undefined if it is larger than a text may be. */
export function readLimited(fd: number, size: number): Buffer | undefined {
  if (size > CAT_LIMIT_BYTES) return undefined;
  // One byte more than expected, to detect that the file has grown.
  const bytes = Buffer.allocUnsafe(size + 1);
  let done = 0;
  for (let got = -1; got !== 0 && done < bytes.length; done += got)
    got = readSync(fd, bytes, done, bytes.length - done, done);
  return bytes.subarray(0, done);
}

/** Reads a file that is small enough to be a text; refuses with `file-too-large`. */
export function readTextFile(
  folder: Folder,
  name: string,
): { readonly bytes: Buffer; readonly stats: Stats } {
  using content = openRegularFile(folder, name);
  const bytes = readLimited(content.fd, content.stats.size);
  if (bytes === undefined) throw new Refusal('file-too-large');
  return { bytes, stats: content.stats };
}

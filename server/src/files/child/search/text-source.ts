import { readSync, type Stats } from 'node:fs';
import { CAT_LIMIT_BYTES } from '@sitedeck/contract/constants';
import { isRefusal } from '#faults/refusal';
import { openContent } from '../text/content';
import { decodeText, type Decoded } from '../text/text-encoding';
import type { Folder } from '../tree/walk';
import { holderOf } from './tree-files';

/** A file that was listed, opened anew by its own door. */
export type TextSource =
  | { readonly is: 'text'; readonly bytes: Buffer; readonly decoded: Decoded; readonly stats: Stats }
  | { readonly is: 'binary' | 'large' | 'unreadable' | 'gone' };

/** Bytes of a regular file as they are at one moment; undefined where there are more than are looked through. */
export function readLimited(fd: number, size: number): Buffer | undefined {
  if (size > CAT_LIMIT_BYTES) return undefined;
  const bytes = Buffer.allocUnsafe(size + 1);
  let done = 0;
  for (let got = -1; got !== 0 && done < bytes.length; done += got)
    got = readSync(fd, bytes, done, bytes.length - done, done);
  return bytes.subarray(0, done);
}

function openedText(folder: Folder, parts: readonly string[]): TextSource {
  using holder = holderOf(folder, parts);
  using content = openContent(holder, parts.at(-1) ?? '');
  const bytes = readLimited(content.fd, content.stats.size);
  if (bytes === undefined) return { is: 'large' };
  if (bytes.includes(0)) return { is: 'binary' };
  return { is: 'text', bytes, decoded: decodeText(bytes, undefined), stats: content.stats };
}

/** @param folder where the walk to it begins */
export function textSource(folder: Folder, parts: readonly string[]): TextSource {
  try {
    return openedText(folder, parts);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { is: error.reason === 'no-such-file' ? 'gone' : 'unreadable' };
  }
}

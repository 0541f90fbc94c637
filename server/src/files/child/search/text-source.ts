import type { Stats } from 'node:fs';
import { isRefusal } from '#faults/refusal';
import { openRegularFile } from '../tree/open-file';
import { readLimited } from '../text/read-file';
import { decodeText, type DecodedText } from '../text/text-encoding';
import type { Folder } from '../tree/walk';
import { holderOf } from './tree-files';

/** The text of a listed file, or why it can't be searched. */
export type TextSource =
  | { readonly is: 'text'; readonly bytes: Buffer; readonly decoded: DecodedText; readonly stats: Stats }
  | { readonly is: 'binary' | 'large' | 'unreadable' | 'gone' };

function openedText(folder: Folder, parts: readonly string[]): TextSource {
  using holder = holderOf(folder, parts);
  using content = openRegularFile(holder, parts.at(-1) ?? '');
  const bytes = readLimited(content.fd, content.stats.size);
  if (bytes === undefined) return { is: 'large' };
  if (bytes.includes(0)) return { is: 'binary' };
  return { is: 'text', bytes, decoded: decodeText(bytes, undefined), stats: content.stats };
}

/** Reads a listed file again without following any symlink. @param folder the folder that `parts` start from */
export function textSource(folder: Folder, parts: readonly string[]): TextSource {
  try {
    return openedText(folder, parts);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { is: error.reason === 'no-such-file' ? 'gone' : 'unreadable' };
  }
}

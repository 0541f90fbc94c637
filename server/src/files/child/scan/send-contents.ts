import { fstatSync, readSync } from 'node:fs';
import { headerBytes, type ContentHeader } from '#files/link/contents-format';
import type { TicketGrant } from '#files/link/protocol';
import { isRefusal } from '#faults/refusal';
import { refusalOf } from '#files/link/errno';
import type { Disk } from '../disk';
import { openRegularFile, type OpenFile } from '../tree/open-file';
import { stampOf } from './list-for-scan';
import { locateRaw } from './raw-path';

export type ContentsGrant = Extract<TicketGrant, { readonly type: 'contents' }>;
export type ByteSink = (pieces: readonly Uint8Array[]) => Promise<void>;

/** Bytes that are collected before they are sent. */
const SEND_BYTES = 512 * 1024;
const RIGHTS = 0o777;

function openRaw(disk: Disk, path: string): OpenFile {
  using spot = locateRaw(disk.root, path);
  return openRegularFile(spot.folder, spot.name);
}

/** Reads as much as there is, up to `most` bytes. */
function readUpTo(fd: number, most: number): Buffer {
  const bytes = Buffer.allocUnsafe(most);
  let at = 0;
  while (at < most) {
    const count = readSync(fd, bytes, at, most - at, at);
    if (count === 0) break;
    at += count;
  }
  return bytes.subarray(0, at);
}

function messageFor(disk: Disk, path: string, most: number): readonly Buffer[] {
  try {
    using file = openRaw(disk, path);
    const stats = fstatSync(file.fd, { bigint: true });
    const size = Number(stats.size);
    const bytes = readUpTo(file.fd, Math.min(size, most));
    const header: ContentHeader = {
      is: 'content',
      ...{ bytes: bytes.length, size, stamp: stampOf(stats) },
      ...{ mode: Number(stats.mode) & RIGHTS, modified: Number(stats.mtimeMs) },
    };
    return [headerBytes(header), bytes];
  } catch (error) {
    const refused = refusalOf(error);
    if (!isRefusal(refused)) throw error;
    const why = refused.reason === 'no-such-file' ? 'gone' : 'closed';
    return [headerBytes({ is: 'failed', why })];
  }
}

/** Sends the files of a ticket, in its order. A file that can't be read is reported, and the rest goes on. */
export async function sendContents(
  { paths, most }: ContentsGrant,
  { disk, sink }: { readonly disk: Disk; readonly sink: ByteSink },
): Promise<void> {
  let pieces: Buffer[] = [];
  let waiting = 0;
  for (const path of paths) {
    const message = messageFor(disk, path, most);
    pieces.push(...message);
    waiting += message.reduce((sum, { length }) => sum + length, 0);
    if (waiting < SEND_BYTES) continue;
    await sink(pieces);
    [pieces, waiting] = [[], 0];
  }
  await sink(pieces);
}

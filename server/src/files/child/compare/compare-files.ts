import { read, readlinkSync, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { isRefusal } from '#faults/refusal';
import { openRegularFile } from '../tree/open-file';
import type { Entry } from '../tree/walk';

/** Two entries of the same name. */
export interface Pair {
  readonly live: Entry;
  readonly staging: Entry;
}

export interface PairStats {
  readonly live: Stats;
  readonly staging: Stats;
}

/** Larger files of equal size but different times count as changed, without reading them, bytes. */
const READ_MAX = 64 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const readInto = promisify(read);

const linkOf = ({ folder, name }: Entry): Buffer => readlinkSync(folder.at(name), 'buffer');

async function hasSameBytes({ live, staging }: Pair, signal: AbortSignal): Promise<boolean> {
  using one = openRegularFile(live.folder, live.name);
  using other = openRegularFile(staging.folder, staging.name);
  const buffers = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)] as const;
  for (let at = 0; ;) {
    signal.throwIfAborted();
    const [first, second] = await Promise.all([
      readInto(one.fd, buffers[0], 0, CHUNK_BYTES, at),
      readInto(other.fd, buffers[1], 0, CHUNK_BYTES, at),
    ]);
    const { bytesRead } = first;
    if (bytesRead !== second.bytesRead) return false;
    if (bytesRead === 0) return true;
    if (!buffers[0].subarray(0, bytesRead).equals(buffers[1].subarray(0, bytesRead))) return false;
    at += bytesRead;
  }
}

/** Whether two files, or two links, are equal. A copy keeps the time of a file, so equal times mean that nothing changed it. */
export async function isSameEntry(pair: Pair, stats: PairStats, signal: AbortSignal): Promise<boolean> {
  const { live, staging } = stats;
  if (live.isSymbolicLink() || staging.isSymbolicLink())
    return (
      live.isSymbolicLink() && staging.isSymbolicLink() && linkOf(pair.live).equals(linkOf(pair.staging))
    );
  if (!live.isFile() || !staging.isFile()) return live.isFile() === staging.isFile();
  if (live.size !== staging.size) return false;
  if (live.mtimeMs === staging.mtimeMs) return true;
  if (live.size > READ_MAX) return false;
  try {
    return await hasSameBytes(pair, signal);
  } catch (error) {
    // A file that can't be read may differ.
    if (isRefusal(error)) return false;
    throw error;
  }
}

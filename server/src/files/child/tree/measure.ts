import { lstatSync } from 'node:fs';
import { codeOf } from '#faults/error-code';
import { LoopYield } from '../loop-yield';
import { DEPTH_MAX } from './site-path';
import type { Folder, Name } from './walk';

/** Unit of st_blocks, bytes, whatever the file system's block size is. */
const BLOCK_BYTES = 512;

/** Undefined for entries that have vanished or can't be read: they count nothing. */
function passable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR' || code === 'EPERM') return undefined;
    throw error;
  }
}

export interface TreeSize {
  /** Bytes on disk; a file with several names counts once. */
  readonly bytes: number;
  /** Number of files, folders and links, without the root itself. */
  readonly files: number;
}

/** Measures a tree; follows no symlink. The private folder counts in bytes, but not in files, as it is hidden. */
export async function measureTree(root: Folder, signal = new AbortController().signal): Promise<TreeSize> {
  const pace = new LoopYield(signal);
  const seen = new Set<number>();
  let bytes = 0;
  let files = 0;

  const weigh = (folder: Folder, name: Name): boolean => {
    const stats = passable(() => lstatSync(folder.at(name)));
    if (stats === undefined) return false;
    files += 1;
    const isCounted = stats.nlink > 1 && !stats.isDirectory() && seen.has(stats.ino);
    if (stats.nlink > 1 && !stats.isDirectory()) seen.add(stats.ino);
    if (!isCounted) bytes += stats.blocks * BLOCK_BYTES;
    return stats.isDirectory();
  };

  const descend = async (folder: Folder, depth: number): Promise<void> => {
    for (const name of passable(() => folder.names()) ?? []) {
      if (pace.due) await pace.rest();
      if (!weigh(folder, name) || depth >= DEPTH_MAX) continue;
      const inner = passable(() => folder.enter(name));
      if (inner === undefined) continue;
      using held = inner;
      await descend(held, depth + 1);
    }
  };

  await descend(root, 0);
  const shown = files;
  const place = root.isRoot ? passable(() => root.privateFolder()) : undefined;
  if (place !== undefined) {
    using held = place;
    await descend(held, 1);
  }
  return { bytes, files: shown };
}

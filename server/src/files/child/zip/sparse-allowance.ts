import { statfsSync, type Stats } from 'node:fs';
import type { Disk } from '../disk';

/** Unit of st_blocks, bytes, independent of the file system's block size. */
const BLOCK_BYTES = 512;
/** Smaller files are never refused, bytes. */
const SMALL_BYTES = 1024 * 1024;
/** A compressing file system may store a file this many times smaller. */
const PACKED_MAX = 16;
/** Reading this many zeros takes minutes, bytes. */
const ALWAYS_TOO_MUCH = 64 * 1024 ** 3;

const isSparse = ({ size, blocks }: Pick<Stats, 'size' | 'blocks'>): boolean =>
  size > SMALL_BYTES && blocks * BLOCK_BYTES * PACKED_MAX < size;

/**
 * How many bytes of sparse files one archive accepts: at most what the host could store if they were full. They cost
 * their owner nothing, but reading a tebibyte of zeros takes hours, and the archive could not be extracted.
 */
export class SparseAllowance {
  private constructor(private left: number) {}

  static of({ root, quota }: Pick<Disk, 'root' | 'quota'>): SparseAllowance {
    const { blocks, bsize } = statfsSync(root.self);
    return new SparseAllowance(Math.min(quota.limitBytes ?? Infinity, blocks * bsize, ALWAYS_TOO_MUCH));
  }

  /** Whether a file may be packed; if so, counts it. */
  take(stats: Pick<Stats, 'size' | 'blocks'>): boolean {
    if (!isSparse(stats)) return true;
    if (stats.size > this.left) return false;
    this.left -= stats.size;
    return true;
  }
}

import { statfsSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { SPARE_BYTES } from '#system/disk/spare-bytes';
import type { Pace } from '../pace';
import type { ArchiveFacts } from './archive-entry';
import type { EntryGate } from './entry-gate';
import type { HeldArchive } from './open-archive';
import type { Stage } from './staged-tree';
import type { UnpackProgress } from './unpack-progress';

/** What looking through an archive takes. */
export interface LookJob {
  readonly archive: HeldArchive;
  readonly gate: EntryGate;
  readonly signal: AbortSignal;
  readonly pace: Pace;
  /** Streams end here although more would come. */
  readonly isEnough: () => boolean;
}

/** What unpacking takes on top. */
export interface UnpackJob extends Omit<LookJob, 'isEnough'> {
  readonly disk: Disk;
  readonly stage: Stage;
  readonly progress: UnpackProgress;
  /** Files that exist stay: what would replace them is not even unpacked. */
  readonly skips: boolean;
  /** Bytes written so far, so that they can be given back. */
  readonly written: { bytes: number };
}

export interface Looked extends ArchiveFacts {
  readonly encrypted: boolean;
  /** False where only the beginning was looked at. */
  readonly complete: boolean;
}

/** Small archives may unpack to this much whatever their size, bytes. */
const ALWAYS_BYTES = 256 * 1024 * 1024;
/** Unpacked bytes for each of the archive's: text packs 3 to 20 times, logs up to 100. */
const RATIO_MAX = 200;

/** What an archive may unpack to at most, bytes: more is a bomb. */
export const mostBytes = (fileSize: number): number => Math.max(ALWAYS_BYTES, fileSize * RATIO_MAX);

/** Refuses what neither quota nor disk would hold. */
export async function ensureSpace(disk: Disk, folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = statfsSync(folder);
  if (bytes + SPARE_BYTES > bavail * bsize) throw new Refusal('disk-full');
  await disk.quota.ensureRoom(bytes);
}

import { statfsSync } from 'node:fs';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { SPARE_BYTES } from '#system/disk/spare-bytes';
import type { LoopYield } from '../loop-yield';
import type { ArchiveFacts } from './archive-entry';
import type { EntryGate } from './entry-gate';
import type { HeldArchive } from './open-archive';
import type { StagedTree } from './staged-tree';
import type { UnpackProgress } from './unpack-progress';

/** What an inspection needs. */
export interface InspectJob {
  readonly archive: HeldArchive;
  readonly gate: EntryGate;
  readonly signal: AbortSignal;
  readonly pace: LoopYield;
  /** Whether the inspection of a stream has taken long enough. */
  readonly isLate: () => boolean;
}

/** What unpacking needs in addition. */
export interface UnpackJob extends Omit<InspectJob, 'isLate'> {
  readonly disk: Disk;
  readonly stage: StagedTree;
  readonly progress: UnpackProgress;
  /** Existing files stay, and entries with their names are not unpacked. */
  readonly skips: boolean;
  /** Bytes written so far, for the quota's count if the work fails. */
  readonly written: { bytes: number };
}

export interface Inspection extends ArchiveFacts {
  readonly encrypted: boolean;
  /** False if only the beginning was inspected. */
  readonly complete: boolean;
}

/** Small archives may unpack to this much whatever their size, bytes. */
const ALWAYS_BYTES = 256 * 1024 * 1024;
/** Unpacked bytes for each byte of the archive: text packs 3 to 20 times, logs up to 100. */
const RATIO_MAX = 200;

/** The most that an archive may unpack to, bytes; more is a zip bomb. */
export const unpackedBytesMax = (fileSize: number): number => Math.max(ALWAYS_BYTES, fileSize * RATIO_MAX);

/** Refuses bytes that exceed the quota or the free disk space. */
export async function ensureSpace(disk: Disk, folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = statfsSync(folder);
  if (bytes + SPARE_BYTES > bavail * bsize) throw new Refusal('disk-full');
  await disk.quota.ensureRoom(bytes);
}

import { opendirSync, type Stats } from 'node:fs';
import type { FaultReason } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Disk } from '../disk';
import { LoopYield } from '../loop-yield';
import { DEPTH_MAX } from '../tree/site-path';
import { locate, walk, type Folder } from '../tree/walk';
import { SparseAllowance } from './sparse-allowance';
import { planSelection } from './zip-tree';

export interface Selection {
  readonly paths: readonly string[];
  /** Entries that one archive of the host may hold. */
  readonly entriesMax: number;
}

/** Counts entries and files in folders without keeping their names: a folder may have millions. */
class EntryCount {
  private count = 0;
  files = 0;
  private readonly pace: LoopYield;

  constructor(
    private readonly limit: number,
    signal: AbortSignal,
  ) {
    this.pace = new LoopYield(signal);
  }

  async add(folder: Folder, name: string, depth: number): Promise<void> {
    const stats = folder.lstat(name);
    this.one(stats);
    if (depth >= DEPTH_MAX || stats?.isDirectory() !== true) return;
    using inner = opened(() => folder.enter(name));
    if (inner) await this.addInside(inner, depth + 1);
  }

  async addInside(folder: Folder, depth: number): Promise<void> {
    const listing = opened(() => opendirSync(folder.self, { bufferSize: 256 }));
    if (!listing) return;
    try {
      for (let entry = listing.readSync(); entry; entry = listing.readSync()) {
        if (this.pace.due) await this.pace.rest();
        if (folder.hides(entry.name)) continue;
        if (entry.isDirectory()) await this.add(folder, entry.name, depth);
        else this.one(entry);
      }
    } finally {
      listing.closeSync();
    }
  }

  private one(entry: Pick<Stats, 'isFile'> | undefined): void {
    this.count += 1;
    if (entry?.isFile()) this.files += 1;
    if (this.count <= this.limit) return;
    throw new Refusal('pack-too-many-entries', { values: { limit: this.limit.toLocaleString('en-US') } });
  }
}

/** Unreadable and removed entries are left out of the archive, which lists them in its comment. */
function opened<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

function whyNot(stats: Stats, room: SparseAllowance): FaultReason | undefined {
  if (stats.isFile()) return room.take(stats) ? undefined : 'pack-sparse';
  return stats.isDirectory() || stats.isSymbolicLink() ? undefined : 'pack-special';
}

/**
 * Before anything is packed: refuses a selection if an entry is missing, nothing in it can be packed, or it has too
 * many entries for one archive.
 * @returns the number of files to pack
 */
export async function checkSelection(
  disk: Disk,
  { paths, entriesMax }: Selection,
  signal: AbortSignal,
): Promise<number> {
  const { root } = disk;
  const [count, room] = [new EntryCount(entriesMax, signal), SparseAllowance.of(disk)];
  const reasons: (FaultReason | undefined)[] = [];
  for (const parts of planSelection(paths).selected) {
    if (parts.length === 0) {
      reasons.push(undefined);
      using folder = walk(root, parts);
      await count.addInside(folder, 0);
      continue;
    }
    using spot = locate(root, parts);
    const stats = spot.folder.lstat(spot.name);
    if (!stats) throw new Refusal('no-such-file');
    reasons.push(whyNot(stats, room));
    await count.add(spot.folder, spot.name, 0);
  }
  const [first] = reasons;
  if (first !== undefined && !reasons.includes(undefined)) throw new Refusal(first);
  return count.files;
}

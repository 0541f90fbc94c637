import type { TargetPoint } from '@sitedeck/contract';
import type { PointRow, TargetRow } from '#state/backup-tables';
import type { Repository } from '#system/restic/repository';
import type { BackupWork } from '../backup-work';
import { goneCopies } from './copy-store';
import {
  heldPoints,
  isGiven,
  isOf,
  isSame,
  isWhole,
  keyOf,
  kindOf,
  madeAt,
  readSnapshots,
  snapshotsIn,
  type HeldPoint,
  type Snapshot,
} from '../points/held-points';
import { snapshotsOf } from '#features/backup/point-snapshots';
import { pointsOf } from '#features/backup/point-store';
import { readTarget } from './read-target';
import { isDamage } from '../repository/repository-state';
import { targetFault } from './test-target';

/** Whoever asks what a target holds waits this long at most, ms. */
const PATIENCE_MS = 60_000;

/** A point of a target, and what of it there is here. */
export interface FoundPoint {
  readonly held: HeldPoint;
  /** Of the row that it is the copy of. */
  readonly row?: PointRow | undefined;
  readonly isHere: boolean;
}

/** None in a repository that can't be opened. */
const snapshotsHere = (local: Repository, signal: AbortSignal): Promise<Snapshot[]> =>
  readSnapshots(local, signal).catch((error: unknown) => {
    if (!isDamage(error)) throw error;
    return [];
  });

/** Whether ready points of ours want these very snapshots, and have them. */
function isHere(held: HeldPoint, here: readonly Snapshot[], wanted: ReadonlySet<string>): boolean {
  return snapshotsIn(held).every((there) =>
    here.some((one) => isSame(one, there) && wanted.has(one.id.slice(0, 8))),
  );
}

/** What a target holds of a host, the newest first. What is about to go here is not told: it goes there too. */
export async function findPoints(
  { db }: Pick<BackupWork, 'db'>,
  { target, there, local }: { readonly target: TargetRow; there: Repository; local: Repository },
  signal: AbortSignal,
): Promise<FoundPoint[]> {
  const held = heldPoints(
    await readSnapshots(there, signal).catch((error: unknown) => {
      throw targetFault(error);
    }),
    target.host_code,
  );
  const here = await snapshotsHere(local, signal);
  const rows = await pointsOf(db, target.host_code);
  const ready = rows.filter(({ state }) => state === 'ready');
  const wanted = new Set(snapshotsOf(ready));
  // One that is off keeps what it has: there, what is gone here is not about to go.
  const going = target.enabled ? await goneCopies(db, target) : [];
  return held.flatMap((one) => {
    const row = rows.find((point) => isOf(one, point));
    if (going.some((copy) => isGiven(one, copy))) return [];
    if (row && (row.state !== 'ready' || !isWhole(one, row))) return [];
    return [{ held: one, row, isHere: isHere(one, here, wanted) }];
  });
}

export const targetPoints = async (
  work: BackupWork,
  target: TargetRow,
  asked: AbortSignal,
): Promise<TargetPoint[]> => {
  const signal = AbortSignal.any([asked, AbortSignal.timeout(PATIENCE_MS)]);
  const local = await work.repositories.keyed(target.host_code);
  const found = await readTarget(work, { local, target, signal, heard: () => undefined }, (there) =>
    findPoints(work, { target, there, local }, signal),
  );
  return found.map(({ held, isHere: here }) => ({
    key: keyOf(held),
    kind: kindOf(held),
    createdAt: madeAt(held).toISOString(),
    here,
  }));
};

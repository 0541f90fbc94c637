import type { TargetPoint } from '@sitedeck/contract';
import type { PointRow, TargetRow } from '#state/backup-tables';
import type { Repository } from '#system/restic/repository';
import { isSameSnapshot, listSnapshots, shortId, type Snapshot } from '#system/restic/snapshots';
import { snapshotIdsOf } from '#features/backup/point-parts';
import { pointsOf } from '#features/backup/point-store';
import { isDamage } from '#features/backup/repository-store';
import type { BackupTools } from '../tools';
import {
  backupKindOf,
  copyKey,
  createdAtOf,
  groupIntoPoints,
  isComplete,
  isCopyOf,
  isRecordedCopy,
  snapshotsOfCopy,
  type CopiedPoint,
} from './copied-points';
import { goneCopies } from './copy-store';
import { readTarget, targetFault } from './target-repository';

/** The owner waits at most this long for the list, ms. */
const TIMEOUT_MS = 60_000;

/** A copy of a point at a target. */
export interface FoundCopy {
  readonly copy: CopiedPoint;
  /** The row of the point, if it still has one. */
  readonly row?: PointRow | undefined;
  /** Whether the host's own repository has the point, too. */
  readonly isLocal: boolean;
}

/** Lists the snapshots of the host's own repository; none if it can't be opened. */
const listLocalSnapshots = (local: Repository, signal: AbortSignal): Promise<Snapshot[]> =>
  listSnapshots(local, signal).catch((error: unknown) => {
    if (!isDamage(error)) throw error;
    return [];
  });

/** Whether the local repository has every snapshot of the copy, and ready points refer to them. */
function isLocal(
  copy: CopiedPoint,
  localSnapshots: readonly Snapshot[],
  referenced: ReadonlySet<string>,
): boolean {
  return snapshotsOfCopy(copy).every((snapshot) =>
    localSnapshots.some((one) => isSameSnapshot(one, snapshot) && referenced.has(shortId(one.id))),
  );
}

/** Finds a host's points at a target, the newest first. Skips copies that the next sync will remove. */
export async function findCopies(
  { db }: Pick<BackupTools, 'db'>,
  { target, remote, local }: { readonly target: TargetRow; remote: Repository; local: Repository },
  signal: AbortSignal,
): Promise<FoundCopy[]> {
  const copies = groupIntoPoints(
    await listSnapshots(remote, signal).catch((error: unknown) => {
      throw targetFault(error);
    }),
    target.host_code,
  );
  const localSnapshots = await listLocalSnapshots(local, signal);
  const rows = await pointsOf(db, target.host_code);
  const ready = rows.filter(({ state }) => state === 'ready');
  const referenced = new Set(ready.flatMap(snapshotIdsOf).map(shortId));
  // Nothing is removed from a disabled target.
  const toBeRemoved = target.enabled ? await goneCopies(db, target) : [];
  return copies.flatMap((copy) => {
    const row = rows.find((point) => isCopyOf(copy, point));
    if (toBeRemoved.some((gone) => isRecordedCopy(copy, gone))) return [];
    if (row && (row.state !== 'ready' || !isComplete(copy, row))) return [];
    return [{ copy, row, isLocal: isLocal(copy, localSnapshots, referenced) }];
  });
}

/** Lists the points at a target for its owner. */
export async function listTargetPoints(
  tools: BackupTools,
  target: TargetRow,
  callerSignal: AbortSignal,
): Promise<TargetPoint[]> {
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(TIMEOUT_MS)]);
  const local = await tools.repositories.openUnchecked(target.host_code);
  const found = await readTarget(tools, { local, target, signal, onBytes: () => undefined }, (remote) =>
    findCopies(tools, { target, remote, local }, signal),
  );
  return found.map(({ copy, isLocal: here }) => ({
    key: copyKey(copy),
    kind: backupKindOf(copy),
    createdAt: createdAtOf(copy).toISOString(),
    here,
  }));
}

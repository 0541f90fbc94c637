import type { HostCode } from '@sitedeck/contract';
import type { Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import { listSnapshotIds, shortId } from '#system/restic/snapshots';
import { snapshotIdsOf } from '#features/backup/point-parts';
import type { BackupTools } from '../tools';

interface Pruning {
  readonly repository: Repository;
  readonly hostCode: HostCode;
  readonly signal: AbortSignal;
  /** Share of the repository that may stay unused, since reclaiming the rest costs more than it frees. */
  readonly maxUnused: '0' | '5%';
}

/** Removes points in state `removing` from the repository, with the data that only they used. Needs exclusive use of it. */
export async function prunePoints(
  { db }: BackupTools,
  { repository, hostCode, signal, maxUnused }: Pruning,
): Promise<void> {
  const points = await db
    .selectFrom('backup_point')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('state', '=', 'removing')
    .execute();
  if (points.length === 0 && maxUnused !== '0') return;
  const pointIds = points.map(({ id }) => id);
  // The row of an unfinished point lacks its snapshots; only their tags say which point they belong to.
  const tagged = points.length === 0 ? [] : await listSnapshotIds(repository, { signal, points: pointIds });
  const snapshots = [...new Set([...points.flatMap(snapshotIdsOf).map(shortId), ...tagged])];
  if (snapshots.length > 0) await runRestic(repository, { args: ['forget', '--', ...snapshots], signal });
  await runRestic(repository, { args: ['prune', '--max-unused', maxUnused], signal });
  if (points.length === 0) return;
  await db.deleteFrom('backup_point').where('id', 'in', pointIds).execute();
}

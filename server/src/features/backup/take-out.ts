import type { HostCode } from '@sitedeck/contract';
import type { Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import type { BackupWork } from './worker/backup-work';
import { snapshotsOf, snapshotsThere } from './point-snapshots';

interface TakingOut {
  readonly repository: Repository;
  readonly hostCode: HostCode;
  readonly signal: AbortSignal;
  /** Room that may stay taken by what nobody needs, where giving it back costs more: a share of the whole. */
  readonly unused: '0' | '5%';
}

/** Takes points that are leaving out of a repository, and what only they held. By whoever is alone with it. */
export async function takeOutLeaving(
  { db }: BackupWork,
  { repository, hostCode, signal, unused }: TakingOut,
): Promise<void> {
  const points = await db
    .selectFrom('backup_point')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('state', '=', 'removing')
    .execute();
  if (points.length === 0 && unused !== '0') return;
  const tagged = points.length === 0 ? [] : await snapshotsThere(repository, { signal, points });
  const ids = [...new Set([...snapshotsOf(points), ...tagged])];
  if (ids.length > 0) await runRestic(repository, { args: ['forget', '--', ...ids], signal });
  await runRestic(repository, { args: ['prune', '--max-unused', unused], signal });
  if (points.length === 0) return;
  await db
    .deleteFrom('backup_point')
    .where(
      'id',
      'in',
      points.map(({ id }) => id),
    )
    .execute();
}

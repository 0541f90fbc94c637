import { z } from 'zod';
import type { HostCode } from '@sitedeck/contract';
import type { Logger } from 'pino';
import type { PointRow } from '../../state/backup-tables';
import { jsonLine } from '../../system/restic/json-line';
import { pointTag, type Repository } from '../../system/restic/repository';
import { runRestic } from '../../system/restic/run-restic';
import type { BackupWork } from './backup-work';

/** Repositories of hosts that are gone are kept for this long, ms. */
export const GRACE_MS = 30 * 24 * 3600_000;

/** Parts that no task will finish: it ended, or there is no such task any more. */
async function giveUpUnfinished({ db }: BackupWork): Promise<void> {
  await db
    .updateTable('backup_point')
    .set({ state: 'removing' })
    .where('state', '=', 'making')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('task')
            .select('task.id')
            .whereRef('task.id', '=', 'backup_point.task_id')
            .where('task.status', 'in', ['WAIT', 'RUNNING']),
        ),
      ),
    )
    .execute();
}

async function expireSafety({ db, now }: BackupWork): Promise<void> {
  await db
    .updateTable('backup_point')
    .set({ state: 'removing' })
    .where('state', '=', 'ready')
    .where('expires_at', '<', new Date(now()))
    .execute();
}

const snapshotsOf = (points: readonly PointRow[]): string[] =>
  points.flatMap(({ files_snapshot, database_snapshot }) =>
    [files_snapshot, database_snapshot].filter((id) => id !== null),
  );

/** Takes what is leaving out of a repository, and gives its room back. Alone with it, so that nobody reads what goes. */
async function removeLeaving(
  work: BackupWork,
  at: { readonly hostCode: HostCode; readonly signal: AbortSignal },
): Promise<void> {
  const { db, repositories } = work;
  const { hostCode, signal } = at;
  await repositories.alone(hostCode, async (repository) => {
    const points = await db
      .selectFrom('backup_point')
      .selectAll()
      .where('host_code', '=', hostCode)
      .where('state', '=', 'removing')
      .execute();
    if (points.length === 0) return;
    const snapshots = [...snapshotsOf(points), ...(await taggedOf(repository, points, signal))];
    const ids = [...new Set(snapshots.map((id) => id.slice(0, 8)))];
    if (ids.length > 0) await runRestic(repository, { args: ['forget', '--', ...ids], signal });
    await runRestic(repository, { args: ['prune', '--max-unused', '5%'], signal });
    await db
      .deleteFrom('backup_point')
      .where(
        'id',
        'in',
        points.map(({ id }) => id),
      )
      .execute();
  });
  await repositories.measure(hostCode);
}

const Snapshots = z.array(z.object({ id: z.string() }));
const snapshotIds = (told: unknown): string[] => Snapshots.safeParse(told).data?.map(({ id }) => id) ?? [];

/** Of points that were never finished only the tags in the repository tell which snapshots are theirs. */
async function taggedOf(
  repository: Repository,
  points: readonly PointRow[],
  signal: AbortSignal,
): Promise<string[]> {
  const tags = points.map(({ id }) => pointTag(id));
  const ids: string[] = [];
  await runRestic(repository, {
    args: ['snapshots', '--no-lock', '--json', ...tags.flatMap((tag) => ['--tag', tag])],
    signal,
    onLine: (line) => ids.push(...snapshotIds(jsonLine(line))),
  });
  return ids;
}

/** Repositories whose hosts are gone say since when, and go when their grace is over. */
async function lookAfterOrphans({ db, repositories, now }: BackupWork, node: string): Promise<void> {
  await db
    .updateTable('backup_repository')
    .set({ orphaned_at: new Date(now()) })
    .where('node', '=', node)
    .where('orphaned_at', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('host').select('code').whereRef('host.code', '=', 'backup_repository.host_code'),
        ),
      ),
    )
    .execute();
  const over = await db
    .selectFrom('backup_repository')
    .select('host_code')
    .where('node', '=', node)
    .where('orphaned_at', '<', new Date(now() - GRACE_MS))
    .execute();
  for (const { host_code } of over) if (!repositories.isBusy(host_code)) await repositories.remove(host_code);
}

export interface HousekeepingParts {
  readonly work: BackupWork;
  readonly node: string;
  readonly log: Logger;
}

/** One round: what nobody needs any more leaves the repositories of a node. What fails is tried again in the next. */
export async function keepHouse({ work, node, log }: HousekeepingParts, signal: AbortSignal): Promise<void> {
  await giveUpUnfinished(work);
  await expireSafety(work);
  await lookAfterOrphans(work, node);
  const leaving = await work.db
    .selectFrom('backup_point')
    .innerJoin('backup_repository', 'backup_repository.host_code', 'backup_point.host_code')
    .select('backup_point.host_code')
    .distinct()
    .where('node', '=', node)
    .where('state', '=', 'removing')
    .execute();
  for (const { host_code: hostCode } of leaving) {
    // Whoever reads slowly in one holds up no other: its turn comes in a later round.
    if (work.repositories.isBusy(hostCode)) continue;
    await removeLeaving(work, { hostCode, signal }).catch((err: unknown) => {
      if (!signal.aborted) log.warn({ err, host: hostCode }, 'points not removed from their repository');
    });
  }
}

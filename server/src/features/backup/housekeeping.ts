import type { HostCode } from '@sitedeck/contract';
import type { Logger } from 'pino';
import type { BackupWork } from './worker/backup-work';
import { takeOutLeaving } from './take-out';

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

/** Takes what is leaving out of a repository, and gives its room back. Alone with it, so that nobody reads what goes. */
async function removeLeaving(
  work: BackupWork,
  at: { readonly hostCode: HostCode; readonly signal: AbortSignal },
): Promise<void> {
  const { repositories } = work;
  await repositories.alone(at.hostCode, (repository) =>
    takeOutLeaving(work, { ...at, repository, unused: '5%' }),
  );
  await repositories.measure(at.hostCode);
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

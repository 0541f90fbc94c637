import type { HostCode } from '@sitedeck/contract';
import type { Logger } from 'pino';
import { ORPHAN_GRACE_MS } from '#features/backup/repository-store';
import type { BackupTools } from '../tools';
import { prunePoints } from './prune-points';

/** Discards unfinished points whose task has ended or was deleted. */
async function discardAbandonedPoints({ db }: BackupTools): Promise<void> {
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

async function expireSafetyPoints({ db, now }: BackupTools): Promise<void> {
  await db
    .updateTable('backup_point')
    .set({ state: 'removing' })
    .where('state', '=', 'ready')
    .where('expires_at', '<', new Date(now()))
    .execute();
}

async function pruneRepository(
  tools: BackupTools,
  { hostCode, signal }: { readonly hostCode: HostCode; readonly signal: AbortSignal },
): Promise<void> {
  const { repositories } = tools;
  await repositories.useExclusively(hostCode, (repository) =>
    prunePoints(tools, { hostCode, signal, repository, maxUnused: '5%' }),
  );
  await repositories.measureSize(hostCode);
}

/** Records since when the hosts of orphaned repositories are gone, and removes those whose grace period is over. */
async function handleOrphans({ db, repositories, now }: BackupTools, node: string): Promise<void> {
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
  const expired = await db
    .selectFrom('backup_repository')
    .select('host_code')
    .where('node', '=', node)
    .where('orphaned_at', '<', new Date(now() - ORPHAN_GRACE_MS))
    .execute();
  for (const { host_code } of expired)
    if (!repositories.isBusy(host_code)) await repositories.remove(host_code);
}

export interface HousekeepingParts {
  readonly tools: BackupTools;
  readonly node: string;
  readonly log: Logger;
}

/** Removes expired points and repositories from a node. What fails is tried again in the next round. */
export async function runHousekeeping(
  { tools, node, log }: HousekeepingParts,
  signal: AbortSignal,
): Promise<void> {
  await discardAbandonedPoints(tools);
  await expireSafetyPoints(tools);
  await handleOrphans(tools, node);
  const withRemovals = await tools.db
    .selectFrom('backup_point')
    .innerJoin('backup_repository', 'backup_repository.host_code', 'backup_point.host_code')
    .select('backup_point.host_code')
    .distinct()
    .where('node', '=', node)
    .where('state', '=', 'removing')
    .execute();
  for (const { host_code: hostCode } of withRemovals) {
    // A slow download from one repository must not delay the others; this one is pruned in a later round.
    if (tools.repositories.isBusy(hostCode)) continue;
    await pruneRepository(tools, { hostCode, signal }).catch((err: unknown) => {
      if (!signal.aborted) log.warn({ err, host: hostCode }, 'points not removed from their repository');
    });
  }
}

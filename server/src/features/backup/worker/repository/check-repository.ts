import type { HostCode } from '@sitedeck/contract';
import type { TaskContext } from '#queue/worker/run-task';
import type { PointRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { isRefusal, Refusal } from '#faults/refusal';
import { hasConfigAndKeys } from '#system/restic/config-backup';
import { NO_LOCK, type Repository } from '#system/restic/repository';
import { ResticKilled } from '#system/restic/restic-fault';
import { runRestic } from '#system/restic/run-restic';
import { listSnapshotIds, shortId } from '#system/restic/snapshots';
import { snapshotIdsOf } from '#features/backup/point-parts';
import { isDamage, recordCheck } from '#features/backup/repository-store';
import type { VerifyPayload } from '#features/backup/tasks';
import type { BackupTools } from '../tools';

export const readyPoints = (db: Db, hostCode: HostCode): Promise<PointRow[]> =>
  db
    .selectFrom('backup_point')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('state', '=', 'ready')
    .execute();

/** Reads every pack. Any complaint of restic counts as damage here, unless restic was killed. */
async function readPacks(repository: Repository, signal: AbortSignal): Promise<void> {
  try {
    await runRestic(repository, { args: ['check', '--read-data', ...NO_LOCK], signal });
  } catch (error) {
    if (signal.aborted || isRefusal(error) || error instanceof ResticKilled) throw error;
    throw new Refusal('backup-damaged');
  }
}

/** Refuses with `backup-config-lost`, or with `backup-damaged` if anything in the repository is damaged or missing. */
export async function checkIntegrity(
  { db }: BackupTools,
  repository: Repository,
  { hostCode, signal }: { readonly hostCode: HostCode; readonly signal: AbortSignal },
): Promise<void> {
  if (!(await hasConfigAndKeys(repository.at))) throw new Refusal('backup-config-lost');
  await readPacks(repository, signal);
  // `restic check` does not notice a snapshot that is missing altogether.
  const present = new Set(await listSnapshotIds(repository, { signal }));
  const expected = (await readyPoints(db, hostCode)).flatMap(snapshotIdsOf).map(shortId);
  if (!expected.every((id) => present.has(id))) throw new Refusal('backup-damaged');
}

export async function checkRepository(tools: BackupTools, { signal, scope }: TaskContext<VerifyPayload>) {
  const { hostCode } = scope;
  try {
    await tools.repositories.useExclusively(hostCode, (repository) =>
      checkIntegrity(tools, repository, { hostCode, signal }),
    );
  } catch (error) {
    if (isDamage(error)) await recordCheck(tools, hostCode, true);
    throw error;
  }
  await recordCheck(tools, hostCode, false);
  return {};
}

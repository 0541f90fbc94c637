import type { HostCode } from '@sitedeck/contract';
import type { TaskContext } from '#queue/task-kind';
import type { PointRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { isRefusal, Refusal } from '#faults/refusal';
import { LOOKING, type Repository } from '#system/restic/repository';
import { EngineKilled } from '#system/restic/restic-fault';
import { runRestic } from '#system/restic/run-restic';
import { hasOpening } from '#system/restic/spare';
import type { BackupWork } from '../backup-work';
import { snapshotsOf, snapshotsThere } from '#features/backup/point-snapshots';
import { isDamage, noteChecked } from './repository-state';
import type { VerifyPayload } from '#features/backup/tasks';

export const readyPoints = (db: Db, hostCode: HostCode): Promise<PointRow[]> =>
  db
    .selectFrom('backup_point')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('state', '=', 'ready')
    .execute();

interface Look {
  readonly hostCode: HostCode;
  readonly signal: AbortSignal;
}

/** Reads every pack. What the engine complains of here is damage, whatever its words; unless it was killed. */
async function readPacks(repository: Repository, signal: AbortSignal): Promise<void> {
  try {
    await runRestic(repository, { args: ['check', '--read-data', ...LOOKING], signal });
  } catch (error) {
    if (signal.aborted || isRefusal(error) || error instanceof EngineKilled) throw error;
    throw new Refusal('backup-damaged');
  }
}

/** Refuses `backup-damaged` where anything in a repository is not whole, and `backup-config-lost`. */
export async function lookThrough(
  { db }: BackupWork,
  repository: Repository,
  { hostCode, signal }: Look,
): Promise<void> {
  if (!(await hasOpening(repository.at))) throw new Refusal('backup-config-lost');
  await readPacks(repository, signal);
  // To the engine a snapshot that is gone was never there.
  const there = new Set(await snapshotsThere(repository, { signal }));
  const wanted = snapshotsOf(await readyPoints(db, hostCode));
  if (!wanted.every((id) => there.has(id))) throw new Refusal('backup-damaged');
}

export async function checkRepository(work: BackupWork, { signal, scope }: TaskContext<VerifyPayload>) {
  const { hostCode } = scope;
  try {
    await work.repositories.alone(hostCode, (repository) =>
      lookThrough(work, repository, { hostCode, signal }),
    );
  } catch (error) {
    if (isDamage(error)) await noteChecked(work, hostCode, true);
    throw error;
  }
  await noteChecked(work, hostCode, false);
  return {};
}

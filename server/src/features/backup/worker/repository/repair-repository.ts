import type { TaskContext } from '#queue/worker/run-task';
import { isRefusal, Refusal } from '#faults/refusal';
import { renameByContent } from '#system/restic/rename-by-content';
import type { Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import { removeAll } from '#system/disk/remove-all';
import { taskFolder, type BackupTools } from '../tools';
import { checkIntegrity, readyPoints } from './check-repository';
import { scheduleRemoval } from '#features/backup/point-store';
import { isDamage, recordCheck } from '#features/backup/repository-store';
import { prunePoints } from './prune-points';
import type { VerifyPayload } from '#features/backup/tasks';
import { recordVerification, verifyPoint, type PointVerification } from '../points/verify-point';

type Context = TaskContext<VerifyPayload>;

/** A lost point may be intact at a target. Disables such targets, so that nothing is removed there before the owner decides. */
const disableTargetsHolding = ({ db }: BackupTools, point: number) =>
  db
    .updateTable('backup_target')
    .set({ enabled: false, state: 'failed', fault: JSON.stringify({ reason: 'backup-copies-kept' }) })
    .where('id', 'in', (copies) =>
      copies.selectFrom('backup_copy').select('target_id').where('point_id', '=', point),
    )
    .execute();

type Verdict = 'intact' | 'lost' | 'unproven';

/** Gives up only points that are known to be lost. Other refusals, such as a full disk, end the repair. */
async function verdictOf(testing: PointVerification): Promise<Verdict> {
  const { signal, log } = testing.context;
  try {
    await verifyPoint(testing);
    return 'intact';
  } catch (error) {
    if (signal.aborted) throw error;
    if (isRefusal(error)) {
      if (['backup-damaged', 'backup-not-whole'].includes(error.reason)) return 'lost';
      throw error;
    }
    log.warn({ err: error, point: testing.point.id }, 'a point could not be tested in a repair');
    return 'unproven';
  }
}

/** Verifies every point, and schedules the removal of those that are lost. */
async function verifyAllPoints(tools: BackupTools, context: Context, repository: Repository) {
  const counts: Record<Verdict, number> = { intact: 0, lost: 0, unproven: 0 };
  for (const point of await readyPoints(tools.db, context.scope.hostCode)) {
    const verdict = await verdictOf({ tools, context, repository, point });
    counts[verdict] += 1;
    if (verdict === 'lost') {
      await disableTargetsHolding(tools, point.id);
      await scheduleRemoval(tools.db, [point.id]);
    } else
      await recordVerification(tools, point.id, verdict === 'intact' ? null : { reason: 'backup-unproven' });
  }
  await removeAll(taskFolder(tools, context.scope.hostCode, context.taskId));
  return counts;
}

/**
 * Rebuilds the index from the packs, then removes points that can't be restored. Their damaged blobs must go, too: a later
 * backup would take them as already stored. Ends with a check of the entire repository.
 */
async function repair(tools: BackupTools, context: Context, repository: Repository): Promise<number> {
  const { signal, scope } = context;
  const at = { hostCode: scope.hostCode, signal };
  await renameByContent(repository, signal);
  await runRestic(repository, { args: ['rebuild-index', '--read-all-packs'], signal });
  const { lost, unproven } = await verifyAllPoints(tools, context, repository);
  // The progress so far is that of the last point alone.
  context.progress({});
  try {
    await prunePoints(tools, { ...at, repository, maxUnused: '0' });
    await checkIntegrity(tools, repository, at);
  } catch (error) {
    if (signal.aborted || (isRefusal(error) && !isDamage(error))) throw error;
    context.log.warn({ err: error }, 'a repository is still damaged after its repair');
    throw new Refusal('backup-not-mended');
  }
  if (unproven > 0) throw new Refusal('backup-not-mended');
  return lost;
}

export async function repairRepository(tools: BackupTools, context: Context) {
  const { hostCode } = context.scope;
  try {
    await tools.repositories.repairConfig(hostCode);
    const lost = await tools.repositories.useExclusively(hostCode, (repository) =>
      repair(tools, context, repository),
    );
    await recordCheck(tools, hostCode, false);
    return { lost };
  } catch (error) {
    if (isDamage(error) || (isRefusal(error) && error.reason === 'backup-not-mended'))
      await recordCheck(tools, hostCode, true);
    throw error;
  }
}

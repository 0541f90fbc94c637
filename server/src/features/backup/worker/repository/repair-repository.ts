import type { TaskContext } from '#queue/task-kind';
import { isRefusal, Refusal } from '#faults/refusal';
import { nameByContent } from '#system/restic/content-names';
import type { Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';
import { removeAll } from '#system/restic/swap';
import type { BackupWork } from '../backup-work';
import { lookThrough, readyPoints } from './check-repository';
import { leavePoints } from '#features/backup/point-store';
import { isDamage, noteChecked } from './repository-state';
import { workFolder } from '../restore/restore-marks';
import { takeOutLeaving } from '#features/backup/take-out';
import type { VerifyPayload } from '#features/backup/tasks';
import { noteTested, testRestore, type Testing } from '../points/test-restore';

type Context = TaskContext<VerifyPayload>;

/** What is lost here may be whole elsewhere: a target that holds it is left as it is until its owner says otherwise. */
const keepCopies = ({ db }: BackupWork, point: number) =>
  db
    .updateTable('backup_target')
    .set({ enabled: false, state: 'failed', fault: JSON.stringify({ reason: 'backup-copies-kept' }) })
    .where('id', 'in', (copies) =>
      copies.selectFrom('backup_copy').select('target_id').where('point_id', '=', point),
    )
    .execute();

type Verdict = 'whole' | 'lost' | 'unproven';

/** Only what is known to be lost is given up. Named faults that are not the point's, a full disk say, end the repair. */
async function verdictOf(testing: Testing): Promise<Verdict> {
  const { signal, log } = testing.context;
  try {
    await testRestore(testing);
    return 'whole';
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

/** Which of the points can still be read; what else is left of them goes. */
async function judgePoints(work: BackupWork, context: Context, repository: Repository) {
  const counts: Record<Verdict, number> = { whole: 0, lost: 0, unproven: 0 };
  for (const point of await readyPoints(work.db, context.scope.hostCode)) {
    const verdict = await verdictOf({ work, context, repository, point });
    counts[verdict] += 1;
    if (verdict === 'lost') {
      await keepCopies(work, point.id);
      await leavePoints(work.db, [point.id]);
    } else await noteTested(work, point.id, verdict === 'whole' ? null : { reason: 'backup-unproven' });
  }
  await removeAll(workFolder(work, context.scope.hostCode, context.taskId));
  return counts;
}

/**
 * A new index of what is really there; points that can't be restored any more are given up, and with them every damaged
 * piece, which later backups would take for one that they need not write. It ends with a look at all.
 */
async function mend(work: BackupWork, context: Context, repository: Repository): Promise<number> {
  const { signal, scope } = context;
  const at = { hostCode: scope.hostCode, signal };
  await nameByContent(repository, signal);
  await runRestic(repository, { args: ['rebuild-index', '--read-all-packs'], signal });
  const { lost, unproven } = await judgePoints(work, context, repository);
  // The bytes told so far are those of the last point alone.
  context.progress({});
  try {
    await takeOutLeaving(work, { ...at, repository, unused: '0' });
    await lookThrough(work, repository, at);
  } catch (error) {
    if (signal.aborted || (isRefusal(error) && !isDamage(error))) throw error;
    context.log.warn({ err: error }, 'a repository is not whole after its repair');
    throw new Refusal('backup-not-mended');
  }
  if (unproven > 0) throw new Refusal('backup-not-mended');
  return lost;
}

export async function repairRepository(work: BackupWork, context: Context) {
  const { hostCode } = context.scope;
  try {
    await work.repositories.mendOpening(hostCode);
    const lost = await work.repositories.alone(hostCode, (repository) => mend(work, context, repository));
    await noteChecked(work, hostCode, false);
    return { lost };
  } catch (error) {
    if (isDamage(error) || (isRefusal(error) && error.reason === 'backup-not-mended'))
      await noteChecked(work, hostCode, true);
    throw error;
  }
}

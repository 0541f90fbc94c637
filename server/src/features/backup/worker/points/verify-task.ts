import {
  implementTask,
  type ImplementedTask,
  type TaskContext,
  type TaskDescription,
} from '#queue/task-kind';
import { isRefusal } from '#faults/refusal';
import { removeAll } from '#system/restic/swap';
import type { BackupWork } from '../backup-work';
import { checkRepository } from '../repository/check-repository';
import { pointPath } from '#features/backup/parts';
import { readyPoint } from '#features/backup/point-store';
import { repairRepository } from '../repository/repair-repository';
import { noteDamage } from '../repository/repository-state';
import { workFolder } from '../restore/restore-marks';
import { storedFault } from '../stored-fault';
import { verifyTask, repairTask, type VerifyPayload } from '#features/backup/tasks';
import { noteTested, testRestore } from './test-restore';

type Context = TaskContext<VerifyPayload>;

/** A fault of the point itself. All else, as an engine that was killed, says nothing about it. */
const ITS_OWN: ReadonlySet<string> = new Set([
  'backup-damaged',
  'backup-not-whole',
  'backup-key-wrong',
  'dump-statement-refused',
  'dump-statement-too-long',
  'dump-cut',
  'dump-charset',
  'dump-empty',
]);

async function testPoint(work: BackupWork, context: Context, id: number) {
  const { hostCode } = context.scope;
  const point = await readyPoint(work.db, hostCode, id);
  try {
    const told = await work.repositories.use(hostCode, async (repository) => {
      const { files, databaseBytes } = await testRestore({
        ...{ work, context, point, repository },
      });
      const size = databaseBytes + point.bytes;
      context.progress({
        ...(point.files_snapshot !== null && { files, filesTotal: files }),
        ...{ bytes: size, bytesTotal: size },
      });
      return { files, size };
    });
    await noteTested(work, id, null);
    return { ...told, path: pointPath(id), objectName: pointPath(id), point: id };
  } catch (error) {
    const isItsOwn = isRefusal(error) && ITS_OWN.has(error.reason);
    if (isItsOwn && !context.signal.aborted) await noteTested(work, id, storedFault(error));
    await noteDamage(work, hostCode, error);
    throw error;
  } finally {
    await removeAll(workFolder(work, hostCode, context.taskId));
  }
}

function run(work: BackupWork, context: Context) {
  const { payload } = context;
  switch (payload.what) {
    case 'point':
      return testPoint(work, context, payload.point);
    case 'check':
      return checkRepository(work, context);
    case 'repair':
      return repairRepository(work, context);
  }
}

const implement = (task: TaskDescription<VerifyPayload>, work: BackupWork): ImplementedTask =>
  implementTask(task, {
    run: async (context) => {
      let info: Record<string, unknown> | undefined;
      await context.step(context.payload.what, async () => void (info = await run(work, context)));
      return info;
    },
    cleanup: ({ scope, taskId }) => removeAll(workFolder(work, scope.hostCode, taskId)),
  });

/**
 * BACKUP_VERIFY: a point is restored into a scratch place, or the whole repository is looked through. BACKUP_REPAIR: it is
 * mended.
 */
export const verifyTasks = (work: BackupWork): readonly ImplementedTask[] => [
  implement(verifyTask, work),
  implement(repairTask, work),
];

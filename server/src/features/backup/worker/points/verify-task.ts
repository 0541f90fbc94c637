import type { TaskDescription } from '#queue/task-kind';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { isRefusal } from '#faults/refusal';
import { removeAll } from '#system/disk/remove-all';
import { taskFolder, type BackupTools } from '../tools';
import { checkRepository } from '../repository/check-repository';
import { pointPath } from '#features/backup/point-parts';
import { readyPoint } from '#features/backup/point-store';
import { repairRepository } from '../repository/repair-repository';
import { recordDamage } from '#features/backup/repository-store';
import { storedFault } from '#features/backup/stored-fault';
import { verifyTask, repairTask, type VerifyPayload } from '#features/backup/tasks';
import { recordVerification, verifyPoint } from './verify-point';

type Context = TaskContext<VerifyPayload>;

/** Faults of the point itself. Any other, such as a killed restic, says nothing about the point. */
const POINT_FAULTS: ReadonlySet<string> = new Set([
  'backup-damaged',
  'backup-not-whole',
  'backup-key-wrong',
  'dump-statement-refused',
  'dump-statement-too-long',
  'dump-cut',
  'dump-charset',
  'dump-empty',
]);

async function runPointVerification(tools: BackupTools, context: Context, id: number) {
  const { hostCode } = context.scope;
  const point = await readyPoint(tools.db, hostCode, id);
  try {
    const result = await tools.repositories.useShared(hostCode, async (repository) => {
      const { files, databaseBytes } = await verifyPoint({
        ...{ tools, context, point, repository },
      });
      const size = databaseBytes + point.bytes;
      context.progress({
        ...(point.files_snapshot !== null && { files, filesTotal: files }),
        ...{ bytes: size, bytesTotal: size },
      });
      return { files, size };
    });
    await recordVerification(tools, id, null);
    return { ...result, path: pointPath(id), objectName: pointPath(id), point: id };
  } catch (error) {
    const isPointFault = isRefusal(error) && POINT_FAULTS.has(error.reason);
    if (isPointFault && !context.signal.aborted) await recordVerification(tools, id, storedFault(error));
    await recordDamage(tools, hostCode, error);
    throw error;
  } finally {
    await removeAll(taskFolder(tools, hostCode, context.taskId));
  }
}

function run(tools: BackupTools, context: Context) {
  const { payload } = context;
  switch (payload.what) {
    case 'point':
      return runPointVerification(tools, context, payload.point);
    case 'check':
      return checkRepository(tools, context);
    case 'repair':
      return repairRepository(tools, context);
  }
}

const implementFor = (task: TaskDescription<VerifyPayload>, tools: BackupTools): ImplementedTask =>
  implementTask(task, {
    run: async (context) => {
      let info: Record<string, unknown> | undefined;
      await context.step(context.payload.what, async () => void (info = await run(tools, context)));
      return info;
    },
    cleanup: ({ scope, taskId }) => removeAll(taskFolder(tools, scope.hostCode, taskId)),
  });

/** BACKUP_VERIFY restores a point into a scratch folder, or checks the entire repository; BACKUP_REPAIR repairs it. */
export const implementVerification = (tools: BackupTools): readonly ImplementedTask[] => [
  implementFor(verifyTask, tools),
  implementFor(repairTask, tools),
];

import {
  implementTask,
  type ImplementedTask,
  type TaskContext,
  type TaskDescription,
} from '#queue/task-kind';
import { Refusal } from '#faults/refusal';
import type { BackupWork } from '../backup-work';
import { makePoint } from './make-point';
import { pointPath } from '#features/backup/parts';
import { leaveUnfinished } from '#features/backup/point-store';
import { siteBackupTask, databaseBackupTask, type BackupPayload } from '#features/backup/tasks';
import { dropUpload, unpackUpload } from '../restore/unpack-upload';

/** What a task tells of the point it has made. */
async function run(work: BackupWork, context: TaskContext<BackupPayload>) {
  const { scope, payload, taskId, signal, progress, step } = context;
  const { kind, reason, note, objectName: archive } = payload;
  let root: string | undefined;
  if (archive !== undefined)
    await step('unpack', async () => void (root = await unpackUpload(work, context, archive)));
  const { point, warnings } = await makePoint(work, {
    ...(root !== undefined && { root }),
    ...{ kind, reason, note, taskId, signal, progress, step },
    host: scope.host,
  });
  if (archive !== undefined) await dropUpload(work, scope.host, taskId);
  // Only a safety point may be undefined.
  if (!point) throw new Refusal('backup-nothing');
  const { id, files, missed, added_bytes, bytes, database_bytes } = point;
  const size = bytes + database_bytes;
  progress({
    ...(point.files_snapshot !== null && { files, filesTotal: files }),
    ...{ bytes: size, bytesTotal: size },
    ...(missed > 0 && { filesFailed: missed }),
  });
  const path = pointPath(id);
  return {
    path,
    objectName: path,
    point: id,
    size,
    files,
    added: added_bytes,
    missed,
    warnings,
  };
}

const implement = (task: TaskDescription<BackupPayload>, work: BackupWork): ImplementedTask =>
  implementTask(task, {
    run: (context) => run(work, context),
    cleanup: async ({ taskId, scope, payload }) => {
      await leaveUnfinished(work.db, taskId);
      if (payload.objectName !== undefined) await dropUpload(work, scope.host, taskId);
    },
  });

/** WEB_BACKUP (a site, alone or with its database) and DB_BACKUP, which does not lock the workspace. */
export const backupTasks = (work: BackupWork): readonly ImplementedTask[] => [
  implement(siteBackupTask, work),
  implement(databaseBackupTask, work),
];

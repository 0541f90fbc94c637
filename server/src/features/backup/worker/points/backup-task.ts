import type { TaskDescription } from '#queue/task-kind';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { Refusal } from '#faults/refusal';
import type { BackupTools } from '../tools';
import { createPoint } from './create-point';
import { pointPath } from '#features/backup/point-parts';
import { discardUnfinished } from '#features/backup/point-store';
import { siteBackupTask, databaseBackupTask, type BackupPayload } from '#features/backup/tasks';
import { removeUnpacked, unpackArchive } from './unpack-archive';

/** Creates the point; resolves to the task's result. */
async function run(tools: BackupTools, context: TaskContext<BackupPayload>) {
  const { scope, payload, taskId, signal, progress, step } = context;
  const { kind, reason, note, objectName: archive } = payload;
  let root: string | undefined;
  if (archive !== undefined)
    await step('unpack', async () => void (root = await unpackArchive(tools, context, archive)));
  const { point, warnings } = await createPoint(tools, {
    ...(root !== undefined && { root }),
    ...{ kind, reason, note, taskId, signal, progress, step },
    host: scope.host,
  });
  if (archive !== undefined) await removeUnpacked(tools, scope.host, taskId);
  // Only for a safety point can `createPoint` return none.
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

const implementFor = (task: TaskDescription<BackupPayload>, tools: BackupTools): ImplementedTask =>
  implementTask(task, {
    run: (context) => run(tools, context),
    cleanup: async ({ taskId, scope, payload }) => {
      await discardUnfinished(tools.db, taskId);
      if (payload.objectName !== undefined) await removeUnpacked(tools, scope.host, taskId);
    },
  });

/** WEB_BACKUP (a site, with or without its database) and DB_BACKUP, which does not lock the workspace. */
export const implementBackups = (tools: BackupTools): readonly ImplementedTask[] => [
  implementFor(siteBackupTask, tools),
  implementFor(databaseBackupTask, tools),
];

import type { TaskDescription } from '#queue/task-kind';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { readyPoint } from '#features/backup/point-store';
import { databaseRestoreTask, siteRestoreTask, type RestorePayload } from '#features/backup/tasks';
import type { BackupTools } from '../tools';
import { canUndo, replaceSite, rollBack } from './replace-site';
import { pointContent } from './point-content';

async function run(tools: BackupTools, context: TaskContext<RestorePayload>) {
  const { payload, scope } = context;
  const { parts, mode, paths, table, objectName, from = scope.hostCode } = payload;
  const point = await readyPoint(tools.db, from, payload.point);
  const content = pointContent(tools, point);
  const { files, bytes, warnings } = await replaceSite(tools, context, {
    content,
    parts,
    mode,
    paths,
    table,
  });
  return {
    ...{ path: objectName, objectName, point: point.id, files, size: bytes, warnings },
    canUndo: await canUndo(tools, context),
  };
}

const implementFor = (task: TaskDescription<RestorePayload>, tools: BackupTools): ImplementedTask =>
  implementTask(task, {
    run: (context) => run(tools, context),
    cleanup: async (context) => void (await rollBack(tools, context)),
  });

/** WEB_BACKUP_RESTORE (a site, with or without its database) and DB_BACKUP_RESTORE. */
export const implementRestores = (tools: BackupTools): readonly ImplementedTask[] => [
  implementFor(siteRestoreTask, tools),
  implementFor(databaseRestoreTask, tools),
];

import type { TaskContext } from '#queue/task-kind';
import { removeAll } from '#system/disk/remove-all';
import { completeSwap, swapStarted } from '#system/restic/restore-tree';
import type { BackupTools } from '../tools';
import { scheduleRemoval, discardUnfinished, undoPoint } from '#features/backup/point-store';
import { areFilesPlaced, isDatabaseReplaced, restoreFolder } from './restore-marks';
import { removeOverlay, restoreDatabase } from './restore-parts';
import type { RestorePayload } from '#features/backup/tasks';

/**
 * Cleans up after an interrupted restore. If the swap of the host's folders had started, the host ends up as restored, else
 * as before; never in between. If it throws, the restore folder is kept, so that it can be tried again.
 */
export async function rollBackRestore(
  tools: BackupTools,
  context: TaskContext<RestorePayload>,
): Promise<void> {
  const { scope, taskId, signal, progress } = context;
  const { db, now } = tools;
  const folder = restoreFolder(tools, scope.hostCode, taskId);
  await discardUnfinished(db, taskId);
  const safety = await undoPoint(db, scope.hostCode, { taskId, now: now() }).catch(() => undefined);
  if (await swapStarted(folder)) {
    await completeSwap(folder);
    await tools.endTreeHolders(scope.hostCode);
    await removeAll(folder);
    return;
  }
  if (await areFilesPlaced(folder)) {
    // The files stay as restored. The database had no copy, so it was swapped last or not at all.
    await removeAll(folder);
    return;
  }
  await removeOverlay(tools, scope.host, taskId);
  if ((await isDatabaseReplaced(folder)) && safety?.database_snapshot) {
    await restoreDatabase(tools, {
      ...{ signal, progress, hostCode: scope.hostCode, from: scope.hostCode },
      snapshot: safety.database_snapshot,
      bytesTotal: safety.database_bytes,
    });
  }
  await removeAll(folder);
  // The host is as before, so there is nothing to undo.
  if (safety) await scheduleRemoval(db, [safety.id]);
}

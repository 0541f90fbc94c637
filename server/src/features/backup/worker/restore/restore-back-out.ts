import type { TaskContext } from '#queue/task-kind';
import { completeSwap, removeAll, swapBegan } from '#system/restic/swap';
import type { BackupWork } from '../backup-work';
import { leavePoints, leaveUnfinished, undoPoint } from '#features/backup/point-store';
import { restoreDatabase } from './restore-database';
import { isPlaced, isReplaced, workFolder } from './restore-marks';
import { dropOverlay } from './restore-site';
import type { RestorePayload } from '#features/backup/tasks';

/**
 * After a restore that did not come to its end: the host is as before, or, where the exchange of its folders was begun, as
 * restored; never something between. Throws where that can't be said; what is needed for it stays then.
 */
export async function backOut(work: BackupWork, context: TaskContext<RestorePayload>): Promise<void> {
  const { scope, taskId, signal, progress } = context;
  const { db, now } = work;
  const folder = workFolder(work, scope.hostCode, taskId);
  await leaveUnfinished(db, taskId);
  const safety = await undoPoint(db, scope.hostCode, { taskId, now: now() }).catch(() => undefined);
  if (await swapBegan(folder)) {
    await completeSwap(folder);
    await work.onSwapped(scope.hostCode);
    await removeAll(folder);
    return;
  }
  if (await isPlaced(folder)) {
    // A database without a copy then changed places last, or not at all: the files can still be undone.
    await removeAll(folder);
    return;
  }
  await dropOverlay(work, scope.host, taskId);
  if ((await isReplaced(folder)) && safety?.database_snapshot) {
    await restoreDatabase(work, {
      ...{ signal, progress, hostCode: scope.hostCode, from: scope.hostCode },
      snapshot: safety.database_snapshot,
      bytesTotal: safety.database_bytes,
    });
  }
  await removeAll(folder);
  // Nothing was replaced, so there is nothing to undo.
  if (safety) await leavePoints(db, [safety.id]);
}

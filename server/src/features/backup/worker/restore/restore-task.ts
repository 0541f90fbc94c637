import { mkdir } from 'node:fs/promises';
import {
  implementTask,
  type ImplementedTask,
  type TaskContext,
  type TaskDescription,
} from '#queue/task-kind';
import type { PointRow } from '#state/backup-tables';
import type { Warning } from '#system/mariadb/dump/warnings';
import { sizeText } from '#system/text/size-text';
import { Refusal } from '#faults/refusal';
import { removeAll } from '#system/restic/swap';
import type { BackupWork } from '../backup-work';
import { makePoint } from '../points/make-point';
import { holdsDatabase, holdsSite, sharedParts } from '#features/backup/parts';
import { leaveUnfinished, readyPoint, undoPoint } from '#features/backup/point-store';
import { noteDamage } from '../repository/repository-state';
import { backOut } from './restore-back-out';
import { restoreDatabase } from './restore-database';
import { markPlaced, markReplaced, workFolder } from './restore-marks';
import { fetchSite, overlaySite, swapSite, type SiteRestore } from './restore-site';
import { siteRestoreTask, databaseRestoreTask, type RestorePayload } from '#features/backup/tasks';
import { undoUntil } from './undo-until';

type Context = TaskContext<RestorePayload>;

/** A mirror of more than the host may have would be a site that can save nothing. */
function refuseLarger({ bytes }: PointRow, quota: number | null): void {
  if (quota !== null && bytes > quota)
    throw new Refusal('backup-over-quota', { values: { size: sizeText(bytes), quota: sizeText(quota) } });
}

async function refuseUnfit(work: BackupWork, { payload, scope }: Context, point: PointRow): Promise<void> {
  const { parts, mode } = payload;
  if (sharedParts(point.kind, parts) !== parts) throw new Refusal('backup-lacks-part');
  if (holdsSite(parts) && mode === 'mirror') refuseLarger(point, scope.host.disk_quota);
  const hasDatabase = !holdsDatabase(parts) || ((await work.databases?.has(scope.hostCode)) ?? false);
  if (!hasDatabase) throw new Refusal('backup-no-database');
}

/** Saves what is about to be replaced as a point. A restore works even if the current database can't be read. */
async function makeSafety(
  work: BackupWork,
  { payload, scope, taskId, signal, progress }: Context,
): Promise<readonly Warning[]> {
  const { db, now } = work;
  await leaveUnfinished(db, taskId);
  const made = await undoPoint(db, scope.hostCode, { taskId, now: now() }).catch(() => undefined);
  if (made) return [];
  const { warnings } = await makePoint(work, {
    ...{ taskId, signal, progress },
    host: scope.host,
    kind: payload.parts,
    reason: 'safety',
    step: (_name, run) => run(),
    undoes: taskId,
    expiresAt: undoUntil(now()),
  });
  return warnings;
}

/** Whether the database of before can be put back where what comes after it fails. */
const canPutBack = (work: BackupWork, { scope, taskId }: Context): Promise<boolean> =>
  undoPoint(work.db, scope.hostCode, { taskId, now: work.now() }).then(
    ({ database_snapshot }) => database_snapshot !== null,
    () => false,
  );

async function replaceDatabase(
  { work, context, point, folder }: SiteRestore,
  beforeSwap: (() => Promise<void>) | undefined,
): Promise<readonly Warning[]> {
  const { payload, scope, signal, progress } = context;
  const snapshot = point.database_snapshot;
  if (snapshot === null) throw new Refusal('backup-lacks-part');
  await markReplaced(folder);
  return restoreDatabase(work, {
    ...{ snapshot, signal, progress, beforeSwap, table: payload.table, bytesTotal: point.database_bytes },
    hostCode: scope.hostCode,
    from: point.host_code,
  });
}

async function run(work: BackupWork, context: Context) {
  const { payload, scope, taskId, step, progress } = context;
  const point = await readyPoint(work.db, payload.from ?? scope.hostCode, payload.point);
  await refuseUnfit(work, context, point);
  const folder = workFolder(work, scope.hostCode, taskId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const restore: SiteRestore = { work, context, point, folder };
  const { parts, mode } = payload;
  let placed = { files: point.files, bytes: point.bytes };
  let warnings: readonly Warning[] = [];
  await step('safety', async () => void (warnings = await makeSafety(work, context)));
  const reading = async (read: () => Promise<void>) => {
    try {
      await read();
    } catch (error) {
      await noteDamage(work, point.host_code, error);
      throw error;
    }
  };
  if (holdsSite(parts)) await step('fetch', () => reading(() => fetchSite(restore)));
  const placeFiles = () =>
    step('files', async () => {
      if (mode === 'mirror') await swapSite(restore);
      else placed = await overlaySite(restore);
    });
  // A database of which there is no copy goes last: where the files can't be placed it is as it was.
  const placeFirst = async () => {
    await placeFiles();
    await markPlaced(folder);
  };
  if (holdsDatabase(parts))
    await step('database', async () => {
      const isLast = holdsSite(parts) && !(await canPutBack(work, context));
      const replace = () => replaceDatabase(restore, isLast ? placeFirst : undefined);
      await reading(async () => void (warnings = [...warnings, ...(await replace())]));
    });
  if (holdsSite(parts)) await placeFiles();
  // All is in place: what was replaced goes, and nobody stops that.
  await removeAll(folder);
  const { files, bytes } = holdsSite(parts) ? placed : { files: 0, bytes: point.database_bytes };
  progress({ ...(holdsSite(parts) && { files, filesTotal: files }), bytes, bytesTotal: bytes });
  const { objectName } = payload;
  const canUndo = await undoPoint(work.db, scope.hostCode, { taskId, now: work.now() }).then(
    () => true,
    () => false,
  );
  return { path: objectName, objectName, point: point.id, files, size: bytes, canUndo, warnings };
}

const implement = (task: TaskDescription<RestorePayload>, work: BackupWork): ImplementedTask =>
  implementTask(task, {
    run: (context) => run(work, context),
    cleanup: (context) => backOut(work, context),
  });

/** WEB_BACKUP_RESTORE (a site, alone or with its database) and DB_BACKUP_RESTORE. */
export const restoreTasks = (work: BackupWork): readonly ImplementedTask[] => [
  implement(siteRestoreTask, work),
  implement(databaseRestoreTask, work),
];

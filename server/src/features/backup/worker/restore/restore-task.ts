import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskDescription } from '#queue/task-kind';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { UNDO_MS } from '@sitedeck/contract';
import type { PointRow } from '#state/backup-tables';
import type { Warning } from '#system/mariadb/dump/warnings';
import { sizeText } from '#system/text/size-text';
import { Refusal } from '#faults/refusal';
import { pathExists } from '#system/disk/exists';
import { removeAll } from '#system/disk/remove-all';
import { completeSwap, swapStarted } from '#system/restic/restore-tree';
import { taskFolder, type BackupTools } from '../tools';
import { createPoint } from '../points/create-point';
import { holdsDatabase, holdsSite, sharedParts } from '#features/backup/point-parts';
import { discardUnfinished, readyPoint, scheduleRemoval, undoPoint } from '#features/backup/point-store';
import { recordDamage } from '#features/backup/repository-store';
import {
  extractSite,
  overlaySite,
  removeOverlay,
  restoreDatabase,
  swapSite,
  type RestoreRun,
} from './restore-parts';
import { siteRestoreTask, databaseRestoreTask, type RestorePayload } from '#features/backup/tasks';

type Context = TaskContext<RestorePayload>;

const REPLACED = 'database-replaced';
const PLACED = 'files-placed';

/** Set before the database is replaced: from here on it may be the restored one. */
const markDatabaseReplaced = (folder: string): Promise<void> => writeFile(join(folder, REPLACED), '');
const isDatabaseReplaced = (folder: string): Promise<boolean> => pathExists(join(folder, REPLACED));

/** Set when the restored files are in their final position. */
const markFilesPlaced = (folder: string): Promise<void> => writeFile(join(folder, PLACED), '');
const areFilesPlaced = (folder: string): Promise<boolean> => pathExists(join(folder, PLACED));

/** A mirror larger than the quota would leave a site that can't save anything. */
function refuseOverQuota({ bytes }: PointRow, quota: number | null): void {
  if (quota !== null && bytes > quota)
    throw new Refusal('backup-over-quota', { values: { size: sizeText(bytes), quota: sizeText(quota) } });
}

async function refuseUnfit(tools: BackupTools, { payload, scope }: Context, point: PointRow): Promise<void> {
  const { parts, mode } = payload;
  if (sharedParts(point.kind, parts) !== parts) throw new Refusal('backup-lacks-part');
  if (holdsSite(parts) && mode === 'mirror') refuseOverQuota(point, scope.host.disk_quota);
  const hasDatabase = !holdsDatabase(parts) || ((await tools.databases?.has(scope.hostCode)) ?? false);
  if (!hasDatabase) throw new Refusal('backup-no-database');
}

/** Saves what will be replaced as a safety point. A restore works even if the current database can't be read. */
async function createSafetyPoint(
  tools: BackupTools,
  { payload, scope, taskId, signal, progress }: Context,
): Promise<readonly Warning[]> {
  const { db, now } = tools;
  await discardUnfinished(db, taskId);
  const existing = await undoPoint(db, scope.hostCode, { taskId, now: now() }).catch(() => undefined);
  if (existing) return [];
  const { warnings } = await createPoint(tools, {
    ...{ taskId, signal, progress },
    host: scope.host,
    kind: payload.parts,
    reason: 'safety',
    step: (_name, run) => run(),
    undoes: taskId,
    expiresAt: new Date(now() + UNDO_MS),
  });
  return warnings;
}

/** Whether the old database can be put back if a later step fails. */
const canPutBack = (tools: BackupTools, { scope, taskId }: Context): Promise<boolean> =>
  undoPoint(tools.db, scope.hostCode, { taskId, now: tools.now() }).then(
    ({ database_snapshot }) => database_snapshot !== null,
    () => false,
  );

async function replaceDatabase(
  { tools, context, point, folder }: RestoreRun,
  beforeSwap: (() => Promise<void>) | undefined,
): Promise<readonly Warning[]> {
  const { payload, scope, signal, progress } = context;
  const snapshot = point.database_snapshot;
  if (snapshot === null) throw new Refusal('backup-lacks-part');
  await markDatabaseReplaced(folder);
  return restoreDatabase(tools, {
    ...{ snapshot, signal, progress, beforeSwap, table: payload.table, bytesTotal: point.database_bytes },
    hostCode: scope.hostCode,
    from: point.host_code,
  });
}

async function run(tools: BackupTools, context: Context) {
  const { payload, scope, taskId, step, progress } = context;
  const point = await readyPoint(tools.db, payload.from ?? scope.hostCode, payload.point);
  await refuseUnfit(tools, context, point);
  const folder = taskFolder(tools, scope.hostCode, taskId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const restore: RestoreRun = { tools, context, point, folder };
  const { parts, mode } = payload;
  let placed = { files: point.files, bytes: point.bytes };
  let warnings: readonly Warning[] = [];
  await step('safety', async () => void (warnings = await createSafetyPoint(tools, context)));
  const recordingDamage = async (read: () => Promise<void>) => {
    try {
      await read();
    } catch (error) {
      await recordDamage(tools, point.host_code, error);
      throw error;
    }
  };
  if (holdsSite(parts)) await step('fetch', () => recordingDamage(() => extractSite(restore)));
  const placeFiles = () =>
    step('files', async () => {
      if (mode === 'mirror') await swapSite(restore);
      else placed = await overlaySite(restore);
    });
  // A database without a copy is swapped last: if the files can't be placed, it is still the old one.
  const placeFirst = async () => {
    await placeFiles();
    await markFilesPlaced(folder);
  };
  if (holdsDatabase(parts))
    await step('database', async () => {
      const isLast = holdsSite(parts) && !(await canPutBack(tools, context));
      const replace = () => replaceDatabase(restore, isLast ? placeFirst : undefined);
      await recordingDamage(async () => void (warnings = [...warnings, ...(await replace())]));
    });
  if (holdsSite(parts)) await placeFiles();
  // Everything is in place, so the task can no longer be cancelled.
  await removeAll(folder);
  const { files, bytes } = holdsSite(parts) ? placed : { files: 0, bytes: point.database_bytes };
  progress({ ...(holdsSite(parts) && { files, filesTotal: files }), bytes, bytesTotal: bytes });
  const { objectName } = payload;
  const canUndo = await undoPoint(tools.db, scope.hostCode, { taskId, now: tools.now() }).then(
    () => true,
    () => false,
  );
  return { path: objectName, objectName, point: point.id, files, size: bytes, canUndo, warnings };
}

/**
 * Cleans up after an interrupted restore. If the swap of the host's folders had started, the host ends up as restored, else
 * as before; never in between. If it throws, the restore folder is kept, so that it can be tried again.
 */
async function rollBack(tools: BackupTools, context: Context): Promise<void> {
  const { scope, taskId, signal, progress } = context;
  const { db, now } = tools;
  const folder = taskFolder(tools, scope.hostCode, taskId);
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

const implementFor = (task: TaskDescription<RestorePayload>, tools: BackupTools): ImplementedTask =>
  implementTask(task, {
    run: (context) => run(tools, context),
    cleanup: (context) => rollBack(tools, context),
  });

/** WEB_BACKUP_RESTORE (a site, with or without its database) and DB_BACKUP_RESTORE. */
export const implementRestores = (tools: BackupTools): readonly ImplementedTask[] => [
  implementFor(siteRestoreTask, tools),
  implementFor(databaseRestoreTask, tools),
];

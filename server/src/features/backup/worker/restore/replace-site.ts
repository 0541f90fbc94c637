import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UNDO_MS } from '@sitedeck/contract';
import type {
  ReplaceContext,
  ReplaceResult,
  Replacement,
  RolledBack,
  SiteReplacer,
} from '#sites/worker/replace-site';
import type { Warning } from '#system/mariadb/dump/warnings';
import { sizeText } from '#system/text/size-text';
import { Refusal } from '#faults/refusal';
import { pathExists } from '#system/disk/exists';
import { removeAll } from '#system/disk/remove-all';
import { completeSwap, swapStarted } from '#system/restic/restore-tree';
import { taskFolder, type BackupTools } from '../tools';
import { createPoint } from '../points/create-point';
import { holdsDatabase, holdsSite, sharedParts } from '#features/backup/point-parts';
import { discardUnfinished, scheduleRemoval, undoPoint } from '#features/backup/point-store';
import {
  areFilesPlaced,
  dropPlacedOverlay,
  exposeTree,
  extractSite,
  markFilesPlaced,
  overlaySite,
  removeOverlay,
  replaceDatabase,
  swapSite,
  type ReplaceRun,
} from './replace-parts';
import { pointContent } from './point-content';

const REPLACED = 'database-replaced';

/** Set before the database is replaced: from here on it may be the new one. */
const markDatabaseReplaced = (folder: string): Promise<void> => writeFile(join(folder, REPLACED), '');
const isDatabaseReplaced = (folder: string): Promise<boolean> => pathExists(join(folder, REPLACED));

/** A mirror larger than the quota would leave a site that can't save anything. */
function refuseOverQuota(bytes: number, quota: number | null): void {
  if (quota !== null && bytes > quota)
    throw new Refusal('backup-over-quota', { values: { size: sizeText(bytes), quota: sizeText(quota) } });
}

async function refuseUnfit({ tools, context, replacement }: ReplaceRun): Promise<void> {
  const { scope } = context;
  const { content, parts, mode, prepare } = replacement;
  const held = prepare ? 'both' : content.holds;
  if (sharedParts(held, parts) !== parts) throw new Refusal('backup-lacks-part');
  if (holdsSite(parts) && mode === 'mirror') refuseOverQuota(content.bytes, scope.host.disk_quota);
  const hasDatabase = !holdsDatabase(parts) || ((await tools.databases?.has(scope.hostCode)) ?? false);
  if (!hasDatabase) throw new Refusal('backup-no-database');
}

/** Saves what will be replaced as a safety point. Works even if the current database can't be read. */
async function createSafetyPoint({ tools, context, replacement }: ReplaceRun): Promise<readonly Warning[]> {
  const { scope, taskId, signal, progress } = context;
  const { db, now } = tools;
  await discardUnfinished(db, taskId);
  const existing = await undoPoint(db, scope.hostCode, { taskId, now: now() }).catch(() => undefined);
  if (existing) return [];
  const { warnings } = await createPoint(tools, {
    ...{ taskId, signal, progress },
    host: scope.host,
    kind: replacement.parts,
    reason: 'safety',
    step: (_name, run) => run(),
    undoes: taskId,
    expiresAt: new Date(now() + UNDO_MS),
  });
  return warnings;
}

/** Whether the old database can be put back if a later step fails. */
const canPutBack = (tools: BackupTools, { scope, taskId }: ReplaceContext): Promise<boolean> =>
  undoPoint(tools.db, scope.hostCode, { taskId, now: tools.now() }).then(
    ({ database_snapshot }) => database_snapshot !== null,
    () => false,
  );

/** Replaces the database, then the files; the two swaps are as close to each other as possible. */
async function replaceParts(run: ReplaceRun): Promise<ReplaceResult> {
  const { tools, context, replacement, folder } = run;
  const { content, parts, mode, table, prepare, beforeFiles } = replacement;
  const { scope, signal, progress, step } = context;
  let placed = { files: content.files, bytes: content.bytes };
  let warnings: readonly Warning[] = [];
  const placeFiles = async () => {
    await beforeFiles?.();
    await step('files', async () => {
      if (await areFilesPlaced(folder)) return dropPlacedOverlay(tools, scope.host);
      if (mode === 'mirror') await swapSite(run);
      else placed = await overlaySite(run);
    });
  };
  // A database without a copy is swapped last: if the files can't be placed, it is still the old one.
  const placeFirst = async () => {
    await placeFiles();
    await markFilesPlaced(folder);
  };
  if (prepare)
    await step('setup', async () => {
      if (holdsDatabase(parts)) await markDatabaseReplaced(folder);
      await prepare(await exposeTree(run));
    });
  else if (holdsDatabase(parts))
    await step('database', async () => {
      const isLast = holdsSite(parts) && !(await canPutBack(tools, context));
      await markDatabaseReplaced(folder);
      const beforeSwap = isLast ? placeFirst : undefined;
      warnings = await reading(content, () =>
        replaceDatabase(tools, { content, table, hostCode: scope.hostCode, signal, progress, beforeSwap }),
      );
    });
  if (holdsSite(parts)) await placeFiles();
  return { ...(holdsSite(parts) ? placed : { files: 0, bytes: content.databaseBytes }), warnings };
}

async function reading<Value>(content: Replacement['content'], read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    await content.onUnreadable(error);
    throw error;
  }
}

/**
 * Replaces the files and the database of a site by other content, after a safety point. Its steps: `safety`, `fetch`,
 * `database`, `files`. If it fails, the caller calls `rollBack`.
 */
export async function replaceSite(
  tools: BackupTools,
  context: ReplaceContext,
  replacement: Replacement,
): Promise<ReplaceResult> {
  const { scope, taskId, step, progress } = context;
  const { content, parts } = replacement;
  const folder = taskFolder(tools, scope.hostCode, taskId);
  const run: ReplaceRun = { tools, context, replacement, folder };
  await refuseUnfit(run);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let lost: readonly Warning[] = [];
  if (replacement.safety !== 'none')
    await step('safety', async () => void (lost = await createSafetyPoint(run)));
  if (holdsSite(parts)) await step('fetch', () => reading(content, () => extractSite(run)));
  const { files, bytes, warnings } = await replaceParts(run);
  await replacement.afterAll?.();
  // Everything is in place, so the task can no longer be cancelled.
  await removeAll(folder);
  progress({ ...(holdsSite(parts) && { files, filesTotal: files }), bytes, bytesTotal: bytes });
  return { files, bytes, warnings: [...lost, ...warnings] };
}

/** Whether what a task replaced can be brought back. */
export const canUndo = (tools: BackupTools, { scope, taskId }: ReplaceContext): Promise<boolean> =>
  undoPoint(tools.db, scope.hostCode, { taskId, now: tools.now() }).then(
    () => true,
    () => false,
  );

/** Whether a task had done everything, and only its end was not recorded. */
async function isComplete({ db }: BackupTools, taskId: number): Promise<boolean> {
  const row = await db.selectFrom('task').select('steps').where('id', '=', taskId).executeTakeFirst();
  return row !== undefined && row.steps.every(({ status }) => status === 'done');
}

/**
 * Cleans up after an interrupted `replaceSite`. If the swap of the host's folders had started, the host ends up with the new
 * content, else as before; never in between. If it throws, the task's folder is kept, so that it can be tried again.
 */
export async function rollBack(
  tools: BackupTools,
  context: ReplaceContext,
  isPlaced = false,
): Promise<RolledBack> {
  const { scope, taskId, signal, progress } = context;
  const { hostCode } = scope;
  const { db, now } = tools;
  const folder = taskFolder(tools, hostCode, taskId);
  await discardUnfinished(db, taskId);
  const safety = await undoPoint(db, hostCode, { taskId, now: now() }).catch(() => undefined);
  if (await swapStarted(folder)) {
    await completeSwap(folder);
    await tools.endTreeHolders(hostCode);
    await removeAll(folder);
    return 'replaced';
  }
  // The new files stay. A database without a copy was swapped last or not at all.
  const isReplaced =
    isPlaced ||
    (await areFilesPlaced(folder)) ||
    (await isComplete(tools, taskId)) ||
    (await removeOverlay({ tools, context, folder }));
  if (isReplaced) {
    await dropPlacedOverlay(tools, scope.host);
    await removeAll(folder);
    return 'replaced';
  }
  if ((await isDatabaseReplaced(folder)) && safety?.database_snapshot)
    await replaceDatabase(tools, { content: pointContent(tools, safety), hostCode, signal, progress });
  await removeAll(folder);
  // The host is as before, so there is nothing to undo.
  if (safety) await scheduleRemoval(db, [safety.id]);
  return 'as-before';
}

/** What other features replace sites with. */
export const siteReplacer = (tools: BackupTools): SiteReplacer => ({
  replaceSite: (context, replacement) => replaceSite(tools, context, replacement),
  rollBack: (context, isPlaced) => rollBack(tools, context, isPlaced),
  canUndo: (context) => canUndo(tools, context),
  replacedContent: async (hostCode, taskId) =>
    pointContent(tools, await undoPoint(tools.db, hostCode, { taskId, now: tools.now() })),
});

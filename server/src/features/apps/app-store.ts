import type { z } from 'zod';
import type { HostCode, SitePath } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { InstalledAppRow } from '#state/app-tables';
import type { Db } from '#state/db';
import { storedJson } from '#state/stored-json';
import { IndexedApp } from '#system/apps/catalogue-index';
import { AppPackage } from '#system/apps/app-package';

const Files = AppPackage.shape.files;

/** An app of a host. */
export interface StoredApp extends Omit<InstalledAppRow, 'entry' | 'files'> {
  readonly entry: IndexedApp;
}

const storedApp = ({ files: _, entry, ...row }: InstalledAppRow): StoredApp => ({
  ...row,
  entry: IndexedApp.parse(entry),
});

/** The complete apps of a host, newest first. */
export async function appsOf(db: Db, hostCode: HostCode): Promise<readonly StoredApp[]> {
  const rows = await db
    .selectFrom('installed_app')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('state', '=', 'ready')
    .where('ended_by', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(storedApp);
}

/**
 * Reads a complete app of the host. Refuses with `app-gone`, also for another host's app.
 * @param endedBy a task that may have recorded its end in an earlier run
 */
export async function findApp(
  db: Db,
  hostCode: HostCode,
  { id, endedBy }: { readonly id: number; readonly endedBy?: number },
): Promise<StoredApp> {
  const row = await db
    .selectFrom('installed_app')
    .selectAll()
    .where('id', '=', id)
    .where('host_code', '=', hostCode)
    .where('state', '=', 'ready')
    .where((is) =>
      is.or([is('ended_by', 'is', null), ...(endedBy === undefined ? [] : [is('ended_by', '=', endedBy)])]),
    )
    .executeTakeFirst();
  if (!row) throw new Refusal('app-gone');
  return storedApp(row);
}

/** The files of an app as they were installed: SHA-256 by path. */
export async function readAppFiles(db: Db, id: number): Promise<z.infer<typeof Files>> {
  const { files } = await db
    .selectFrom('installed_app')
    .select('files')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Files.parse(files);
}

export interface NewApp {
  readonly hostCode: HostCode;
  readonly taskId: number;
  readonly folder: SitePath;
  readonly prefix: string | null;
  readonly entry: IndexedApp;
}

/** Removes the row of an installation in this folder, or with this prefix, whose task has ended without removing it. */
async function dropAbandoned(db: Db, { hostCode, folder, prefix }: NewApp): Promise<void> {
  await db
    .deleteFrom('installed_app')
    .where('host_code', '=', hostCode)
    .where('state', '=', 'installing')
    .where((is) => is.or([is('folder', '=', folder), is('prefix', '=', prefix)]))
    .where('task_id', 'not in', (open) =>
      open.selectFrom('task').select('id').where('host_code', '=', hostCode).where('ended_at', 'is', null),
    )
    .execute();
}

/** Who has what a new app needs: another app in its folder, or one with its prefix. */
async function refuseTaken(db: Db, { hostCode, folder, prefix }: NewApp): Promise<never> {
  const inFolder = await db
    .selectFrom('installed_app')
    .select('id')
    .where('host_code', '=', hostCode)
    .where('folder', '=', folder)
    .where('ended_by', 'is', null)
    .executeTakeFirst();
  if (inFolder || prefix === null) throw new Refusal('app-folder-taken');
  throw new Refusal('app-prefix-taken', { values: { prefix } });
}

/**
 * Adds the row of an app that is being installed; a repeated run finds its own. Refuses with `app-folder-taken` or
 * `app-prefix-taken`.
 */
export async function claimFolder(db: Db, app: NewApp): Promise<{ readonly id: number }> {
  const { hostCode, taskId, folder, prefix, entry } = app;
  await dropAbandoned(db, app);
  const values = { host_code: hostCode, task_id: taskId, folder, prefix };
  await db
    .insertInto('installed_app')
    .values({ ...values, entry: storedJson(entry), files: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('installed_app')
    .select('id')
    .where('task_id', '=', taskId)
    .executeTakeFirst();
  return row ?? refuseTaken(db, app);
}

/** Records that the setup program of an installation may create tables from now on. */
export const markSetupBegun = (db: Db, id: number): Promise<unknown> =>
  db.updateTable('installed_app').set({ setup_begun: true }).where('id', '=', id).execute();

/** Shows an app that is installed completely. */
export async function markInstalled(db: Db, id: number, files: AppPackage['files']): Promise<void> {
  await db
    .updateTable('installed_app')
    .set({ state: 'ready', files: storedJson(files) })
    .where('id', '=', id)
    .execute();
}

/** Removes the row of an installation that was not completed. */
export const deleteApp = (db: Db, id: number): Promise<unknown> =>
  db.deleteFrom('installed_app').where('id', '=', id).execute();

/** The unfinished installation of a task. */
export const unfinishedApp = (db: Db, taskId: number) =>
  db
    .selectFrom('installed_app')
    .select(['id', 'prefix', 'setup_begun'])
    .where('task_id', '=', taskId)
    .where('state', '=', 'installing')
    .executeTakeFirst();

/** A change that a task has made to an app. */
export interface AppChange {
  readonly taskId: number;
  /** The app before it. */
  readonly installed: number;
}

/** Records that a task removes an app. May be repeated. */
export async function endApp(db: Db, { installed, taskId }: AppChange): Promise<void> {
  await db.updateTable('installed_app').set({ ended_by: taskId }).where('id', '=', installed).execute();
}

/** Whether the task has recorded that it removes the app. */
export async function isEndedBy(db: Db, { installed, taskId }: AppChange): Promise<boolean> {
  const row = await db
    .selectFrom('installed_app')
    .select('ended_by')
    .where('id', '=', installed)
    .executeTakeFirst();
  return row?.ended_by === taskId;
}

/** Records that a task has put another version in the place of an app. May be repeated. */
export async function replaceVersion(
  db: Db,
  change: AppChange,
  { entry, files }: { readonly entry: IndexedApp; readonly files: AppPackage['files'] },
): Promise<void> {
  await db.transaction().execute(async (own) => {
    await endApp(own, change);
    const { host_code, folder, prefix, installed_at } = await own
      .selectFrom('installed_app')
      .selectAll()
      .where('id', '=', change.installed)
      .executeTakeFirstOrThrow();
    const kept = { host_code, folder, prefix, installed_at, task_id: change.taskId };
    await own
      .insertInto('installed_app')
      .values({ ...kept, state: 'ready', entry: storedJson(entry), files: storedJson(files) })
      .onConflict((conflict) => conflict.column('task_id').doNothing())
      .execute();
  });
}

/**
 * Records that a site was brought back as it was before a task: no later change of its apps has happened. May be repeated.
 */
export async function undoChanges(
  db: Db,
  { hostCode, taskId }: { readonly hostCode: HostCode; readonly taskId: number },
): Promise<void> {
  await db.transaction().execute(async (own) => {
    await own
      .deleteFrom('installed_app')
      .where('host_code', '=', hostCode)
      .where('task_id', '>=', taskId)
      .execute();
    await own
      .updateTable('installed_app')
      .set({ ended_by: null })
      .where('host_code', '=', hostCode)
      .where('ended_by', '>=', taskId)
      .execute();
  });
}

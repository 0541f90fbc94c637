import { join } from 'node:path';
import { ENTRIES_MAX, SitePath } from '@sitedeck/contract';
import { fileTarget } from '#sites/file-target';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import type { IndexedApp } from '#system/apps/catalogue-index';
import type { SetupRequest } from '#system/apps/app-package';
import { addressPath } from '../address-path';
import { findApp, readAppFiles, replaceVersion, undoChange, type StoredApp } from '../app-store';
import { updateTask, type UpdatePayload } from '../tasks';
import { appContent } from './app-content';
import { openPackage } from './fetch-package';
import { runSetup } from './run-setup';
import type { AppTools } from './tools';

type Context = TaskContext<UpdatePayload>;

async function setupRequest(tools: AppTools, { scope }: Context, app: StoredApp): Promise<SetupRequest> {
  const path = addressPath(app.folder);
  const { prefix } = app;
  const database = prefix === null ? undefined : await tools.databases?.access(scope.hostCode);
  return {
    act: 'update',
    folder: join(tools.rootOf(scope.hostCode), app.folder),
    ...{ address: `${tools.addressOf(scope.host)}${path}`, path },
    database: database && prefix !== null ? { host: tools.databaseHost, ...database, prefix } : null,
  };
}

/** Moves the files of the old version that the new one does not have to the recycle bin. They do no harm if they stay. */
async function binGone(
  { files }: AppTools,
  { scope, log }: Context,
  { folder, gone }: { readonly folder: SitePath; readonly gone: readonly string[] },
): Promise<void> {
  for (let from = 0; from < gone.length; from += ENTRIES_MAX) {
    const paths = gone.slice(from, from + ENTRIES_MAX).map((path) => SitePath.parse(`${folder}/${path}`));
    const body = { paths, with_self: true, bin: true };
    await files
      .call('verb', { ...fileTarget(scope.host), verb: 'removeFile', body })
      .catch((err: unknown) => log.warn({ err }, 'files of the old version stay'));
  }
}

async function update(tools: AppTools, context: Context, entry: IndexedApp) {
  const { payload, scope, step, signal } = context;
  const app = await findApp(tools.db, scope.hostCode, payload.installed);
  const opened = await openPackage(tools, entry, context);
  await step('package', () => Promise.resolve());
  const { content } = opened;
  const before = await readAppFiles(tools.db, app.id);
  const gone = Object.keys(before).filter((path) => !(path in content.files));
  const { folder } = app;
  const { files, bytes } = await tools.replacer.replaceSite(context, {
    ...{ content: appContent(opened, folder), parts: payload.parts, mode: 'overlay' },
    prepare: async (tree) => {
      const request = await setupRequest(tools, context, app);
      await runSetup(tools, { host: scope.host, tree, folder, program: content.setup, request, signal });
    },
    afterFiles: () => binGone(tools, context, { folder, gone }),
  });
  const change = { taskId: context.taskId, installed: app.id };
  await replaceVersion(tools.db, change, { entry, files: content.files });
  const canUndo = await tools.replacer.canUndo(context);
  return { path: folder, installed: app.id, files, size: bytes, canUndo };
}

/** Brings back the site, and with it the row of the app as it was before the task. */
async function undo(tools: AppTools, context: Context, undoes: number) {
  const { payload, scope } = context;
  const content = await tools.replacer.replacedContent(scope.hostCode, undoes);
  const { parts, targetPath } = payload;
  const { files, bytes, warnings } = await tools.replacer.replaceSite(context, {
    content,
    parts,
    mode: 'mirror',
  });
  await undoChange(tools.db, { hostCode: scope.hostCode, taskId: undoes });
  return { path: targetPath, files, size: bytes, warnings };
}

async function run(tools: AppTools, context: Context) {
  const { entry, undoes } = context.payload;
  if (undoes !== undefined) return undo(tools, context, undoes);
  if (!entry) throw new Error('Nothing to update to');
  return update(tools, context, entry);
}

async function cleanUp(tools: AppTools, context: Context): Promise<void> {
  const { payload, scope } = context;
  if ((await tools.replacer.rollBack(context)) === 'as-before') return;
  if (payload.undoes !== undefined)
    return undoChange(tools.db, { hostCode: scope.hostCode, taskId: payload.undoes });
  if (!payload.entry) return;
  const { content } = await openPackage(tools, payload.entry, context);
  const change = { taskId: context.taskId, installed: payload.installed };
  await replaceVersion(tools.db, change, { entry: payload.entry, files: content.files });
}

/** APP_UPDATE. */
export const implementUpdate = (tools: AppTools): ImplementedTask =>
  implementTask(updateTask, {
    run: (context) => run(tools, context),
    cleanup: (context) => cleanUp(tools, context),
  });

import { join } from 'node:path';
import { ENTRIES_MAX, SitePath } from '@sitedeck/contract';
import { fileTarget } from '#sites/file-target';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import type { IndexedApp } from '#system/apps/catalogue-index';
import type { SetupRequest } from '#system/apps/app-package';
import { addressPath } from '../address-path';
import { findApp, readAppFiles, replaceVersion, undoChanges, type StoredApp } from '../app-store';
import { updateTask, type UpdatePayload } from '../tasks';
import { appContent } from './app-content';
import { openPackage, removeUnfinished } from './fetch-package';
import { presentFiles, refuseUnfit } from './host-facts';
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

interface GoneFiles {
  readonly folder: SitePath;
  /** Paths in it. */
  readonly gone: readonly string[];
}

/** Moves the files of the old version that the new one does not have to the recycle bin. They do no harm if they stay. */
async function binGone(tools: AppTools, context: Context, { folder, gone }: GoneFiles): Promise<void> {
  const { scope, log } = context;
  const stays = (err: unknown) => log.warn({ err }, 'files of the old version stay');
  // One that is missing would keep the rest from being removed.
  const present = await presentFiles(tools, scope.host, { folder, paths: gone }).catch(stays);
  for (let from = 0; present && from < present.length; from += ENTRIES_MAX) {
    const paths = present.slice(from, from + ENTRIES_MAX).map((path) => SitePath.parse(`${folder}/${path}`));
    const body = { paths, with_self: true, bin: true };
    await tools.files.call('verb', { ...fileTarget(scope.host), verb: 'removeFile', body }).catch(stays);
  }
}

async function update(tools: AppTools, context: Context, entry: IndexedApp) {
  const { payload, scope, step, signal } = context;
  const app = await findApp(tools.db, scope.hostCode, { id: payload.installed, endedBy: context.taskId });
  const opened = await openPackage(tools, entry, context);
  await step('package', () => Promise.resolve());
  const { content } = opened;
  await refuseUnfit(tools, scope.host, entry.requires);
  const before = await readAppFiles(tools.db, app.id);
  const gone = Object.keys(before).filter((path) => !(path in content.files));
  const { folder } = app;
  const { files, bytes } = await tools.replacer.replaceSite(context, {
    ...{ content: appContent(opened, folder), parts: payload.parts, mode: 'overlay' },
    prepare: async (tree) => {
      const request = await setupRequest(tools, context, app);
      await runSetup(tools, { host: scope.host, tree, folder, program: content.setup, request, signal });
    },
    afterAll: () => binGone(tools, context, { folder, gone }),
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
  await undoChanges(tools.db, { hostCode: scope.hostCode, taskId: undoes });
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
  await removeUnfinished(tools, payload.entry, context);
  if ((await tools.replacer.rollBack(context)) === 'as-before') return;
  if (payload.undoes !== undefined)
    return undoChanges(tools.db, { hostCode: scope.hostCode, taskId: payload.undoes });
  if (!payload.entry) return;
  const { content } = await openPackage(tools, payload.entry, context);
  const change = { taskId: context.taskId, installed: payload.installed };
  const before = await readAppFiles(tools.db, payload.installed);
  const gone = Object.keys(before).filter((path) => !(path in content.files));
  await binGone(tools, context, { folder: payload.targetPath, gone });
  await replaceVersion(tools.db, change, { entry: payload.entry, files: content.files });
}

/** APP_UPDATE. */
export const implementUpdate = (tools: AppTools): ImplementedTask =>
  implementTask(updateTask, {
    run: (context) => run(tools, context),
    cleanup: (context) => cleanUp(tools, context),
  });

import { fileTarget } from '#sites/file-target';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { isRefusal } from '#faults/refusal';
import { endApp, findApp } from '../app-store';
import { uninstallTask, type UninstallPayload } from '../tasks';
import { nothing } from './app-content';
import { isOccupied, measureFolder } from './host-facts';
import type { AppTools } from './tools';

type Context = TaskContext<UninstallPayload>;

const DOCUMENT_ROOT = '/wwwroot';

/** Moves the folder, or everything in the document root, to the recycle bin. An earlier run may have done it. */
async function binFolder({ files }: AppTools, { scope, payload }: Context): Promise<void> {
  const body = { path: payload.targetPath, with_self: payload.targetPath !== DOCUMENT_ROOT, bin: true };
  try {
    await files.call('verb', { ...fileTarget(scope.host), verb: 'removeFile', body });
  } catch (error) {
    if (!isRefusal(error) || error.reason !== 'no-such-file') throw error;
  }
}

/** Whether the tables are dropped and the folder is in the recycle bin: then only the record of it is missing. */
async function isRemoved(tools: AppTools, { scope, taskId, payload }: Context): Promise<boolean> {
  const task = await tools.db.selectFrom('task').select('steps').where('id', '=', taskId).executeTakeFirst();
  const isSetUp = task?.steps.some(({ name, status }) => name === 'setup' && status === 'done') ?? false;
  return isSetUp && !(await isOccupied(tools, scope.host, payload.targetPath));
}

async function run(tools: AppTools, context: Context) {
  const { payload, scope, taskId } = context;
  const { installed, parts, targetPath } = payload;
  const { hostCode } = scope;
  const app = await findApp(tools.db, hostCode, { id: installed, endedBy: taskId });
  let removed = { files: 0, bytes: 0 };
  await tools.replacer.replaceSite(context, {
    ...{ content: nothing, parts, mode: 'overlay' },
    prepare: async () => {
      if (app.prefix !== null) await tools.databases?.dropTablesWith(hostCode, app.prefix);
    },
    beforeFiles: async () => {
      // An earlier run may have removed the folder.
      if (await isOccupied(tools, scope.host, targetPath))
        removed = await measureFolder(tools, scope.host, targetPath);
      await binFolder(tools, context);
    },
  });
  const { files, bytes } = removed;
  // What was removed, instead of the nothing that was put in place.
  context.progress({ files, filesTotal: files, bytes, bytesTotal: bytes });
  await endApp(tools.db, { taskId, installed });
  return { path: targetPath, canUndo: await tools.replacer.canUndo(context) };
}

/** APP_UNINSTALL. */
export const implementUninstall = (tools: AppTools): ImplementedTask =>
  implementTask(uninstallTask, {
    run: (context) => run(tools, context),
    cleanup: async (context) => {
      const { taskId, payload } = context;
      const isPlaced = await isRemoved(tools, context);
      if ((await tools.replacer.rollBack(context, isPlaced)) === 'replaced')
        await endApp(tools.db, { taskId, installed: payload.installed });
    },
  });

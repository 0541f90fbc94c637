import { fileTarget } from '#sites/file-target';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { endApp, findApp } from '../app-store';
import { uninstallTask, type UninstallPayload } from '../tasks';
import { nothing } from './app-content';
import type { AppTools } from './tools';

type Context = TaskContext<UninstallPayload>;

const DOCUMENT_ROOT = '/wwwroot';

/** Moves the folder, or everything in the document root, to the recycle bin. */
const binFolder = ({ files }: AppTools, { scope, payload }: Context): Promise<unknown> =>
  files.call('verb', {
    ...fileTarget(scope.host),
    verb: 'removeFile',
    body: { path: payload.targetPath, with_self: payload.targetPath !== DOCUMENT_ROOT, bin: true },
  });

async function run(tools: AppTools, context: Context) {
  const { payload, scope, taskId } = context;
  const { installed, parts, targetPath } = payload;
  const { hostCode } = scope;
  const app = await findApp(tools.db, hostCode, installed);
  await tools.replacer.replaceSite(context, {
    ...{ content: nothing, parts, mode: 'overlay' },
    prepare: async () => {
      if (app.prefix !== null) await tools.databases?.dropTablesWith(hostCode, app.prefix);
    },
    afterFiles: async () => void (await binFolder(tools, context)),
  });
  await endApp(tools.db, { taskId, installed });
  return { path: targetPath, canUndo: await tools.replacer.canUndo(context) };
}

/** APP_UNINSTALL. */
export const implementUninstall = (tools: AppTools): ImplementedTask =>
  implementTask(uninstallTask, {
    run: (context) => run(tools, context),
    cleanup: async (context) => {
      const { taskId, payload } = context;
      if ((await tools.replacer.rollBack(context)) === 'replaced')
        await endApp(tools.db, { taskId, installed: payload.installed });
    },
  });

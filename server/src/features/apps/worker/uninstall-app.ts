import { fileTargetThroughBlock } from '#sites/file-target';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { isRefusal } from '#faults/refusal';
import { endApp, findApp, isEndedBy } from '../app-store';
import { uninstallTask, type UninstallPayload } from '../tasks';
import { nothing } from './app-content';
import { isOccupied, measureFolder } from './host-facts';
import type { AppTools } from './tools';

type Context = TaskContext<UninstallPayload>;

const DOCUMENT_ROOT = '/wwwroot';

/** Attempts to move the files while their host's process does not survive it. */
const ATTEMPTS = 3;

/**
 * Moves the folder, or everything in the document root, to the recycle bin. An earlier attempt may have moved all or some of
 * it. It is completed on a host that was suspended meanwhile, too.
 */
async function binFolder(tools: AppTools, { scope, payload }: Context): Promise<void> {
  const body = { path: payload.targetPath, with_self: payload.targetPath !== DOCUMENT_ROOT, bin: true };
  const request = { ...fileTargetThroughBlock(scope.host), verb: 'removeFile', body } as const;
  for (let left = ATTEMPTS; ; left -= 1)
    try {
      await tools.files.call('verb', request);
      return;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error.reason === 'no-such-file') return;
      if (error.reason !== 'outcome-unknown' || left <= 1) throw error;
    }
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
      // From here on the app is removed completely, whatever happens: a document root is not moved in one step.
      await endApp(tools.db, { taskId, installed });
      await binFolder(tools, context);
    },
  });
  const { files, bytes } = removed;
  // What was removed, instead of the nothing that was put in place.
  context.progress({ files, filesTotal: files, bytes, bytesTotal: bytes });
  return { path: targetPath, canUndo: await tools.replacer.canUndo(context) };
}

/** APP_UNINSTALL. */
export const implementUninstall = (tools: AppTools): ImplementedTask =>
  implementTask(uninstallTask, {
    run: (context) => run(tools, context),
    cleanup: async (context) => {
      const { taskId, payload } = context;
      const isEnded = await isEndedBy(tools.db, { taskId, installed: payload.installed });
      if (isEnded) await binFolder(tools, context);
      await tools.replacer.rollBack(context, isEnded);
    },
  });

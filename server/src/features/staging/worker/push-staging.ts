import { SitePath, STAGING_FOLDER } from '@sitedeck/contract';
import { isRefusal, Refusal } from '#faults/refusal';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { fileTarget } from '#sites/file-target';
import type { StagingRow } from '#state/tool-tables';
import { closeLeftView } from '#system/restic/read-only-view';
import { stagingUrl } from '../preview-address';
import { readyStaging } from '../staging-store';
import { pushStagingTask, type PushStagingPayload } from '../tasks';
import { stagingContent } from './push-content';
import { selectFiles, type Selection } from './selected-files';
import type { StagingTools } from './tools';

type Context = TaskContext<PushStagingPayload>;

/** The live site has this address in its tables; if they name none, it has the one that the copy was made from. */
async function liveUrl(tools: StagingTools, { scope }: Context, row: StagingRow): Promise<string> {
  const names = tools.addressesOf(scope.host);
  const found = await tools.databases?.siteUrl(scope.hostCode, names);
  return found ?? row.live_url ?? new URL(tools.addressOf(scope.host)).origin;
}

async function pushDatabase(tools: StagingTools, context: Context, row: StagingRow): Promise<void> {
  const { scope, signal, progress } = context;
  const { databases } = tools;
  if (!databases || row.no_database !== null) throw new Refusal('staging-no-database');
  const { tables } = await databases.figures(scope.hostCode);
  if (tables === 0) throw new Refusal('staging-no-database');
  await databases.pushOut(scope.hostCode, {
    ...{ prefixes: row.prefixes, signal },
    names: [new URL(stagingUrl(tools.addressOf(scope.host))).host],
    url: await liveUrl(tools, context, row),
    onTable: (_done, current) => progress({ current }),
  });
}

/** Moves files that the copy does not have to the recycle bin. An earlier run may have done it. */
async function removeGone(
  { files }: StagingTools,
  { scope }: Context,
  { removed }: Selection,
): Promise<void> {
  for (const path of removed) {
    const body = { path: SitePath.parse(`/wwwroot${path}`), with_self: true, bin: true };
    try {
      await files.call('verb', { ...fileTarget(scope.host), verb: 'removeFile', body });
    } catch (error) {
      if (!isRefusal(error) || error.reason !== 'no-such-file') throw error;
    }
  }
}

async function push(tools: StagingTools, context: Context) {
  const { payload, scope, signal, step } = context;
  const { parts, database } = payload;
  const row = await readyStaging(tools.db, scope.hostCode);
  const select = () => selectFiles(tools, payload, { host: scope.host, row, signal });
  let selection: Selection | undefined;
  await step('compare', async () => {
    selection = await select();
    const count = selection.paths.length + selection.removed.length;
    if (count === 0 && !database) throw new Refusal('staging-nothing');
  });
  const chosen = selection ?? (await select());
  const { files, bytes, warnings } = await tools.replacer.replaceSite(context, {
    content: stagingContent(tools, { host: scope.host, row, ...chosen }),
    ...{ parts, mode: 'overlay' },
    ...(database && { prepare: () => pushDatabase(tools, context, row) }),
    ...(parts !== 'database' && {
      afterAll: () => step('remove', () => removeGone(tools, context, chosen)),
    }),
  });
  return { files, size: bytes, removed: chosen.removed.length, warnings };
}

async function undo(tools: StagingTools, context: Context, undoes: number) {
  const { payload, scope } = context;
  const content = await tools.replacer.replacedContent(scope.hostCode, undoes);
  const { files, bytes, warnings } = await tools.replacer.replaceSite(context, {
    ...{ content, parts: payload.parts, mode: 'mirror' },
  });
  return { files, size: bytes, warnings };
}

async function run(tools: StagingTools, context: Context) {
  const { undoes } = context.payload;
  await tools.databases?.settle(context.scope.hostCode);
  const done = undoes === undefined ? await push(tools, context) : await undo(tools, context, undoes);
  return { path: STAGING_FOLDER, ...done, canUndo: await tools.replacer.canUndo(context) };
}

async function cleanUp(tools: StagingTools, context: Context): Promise<void> {
  const { hostCode } = context.scope;
  await closeLeftView(tools.views, hostCode);
  await tools.databases?.settle(hostCode);
  await tools.replacer.rollBack(context);
}

/** STAGING_PUSH. */
export const implementPushStaging = (tools: StagingTools): ImplementedTask =>
  implementTask(pushStagingTask, {
    run: (context) => run(tools, context),
    cleanup: (context) => cleanUp(tools, context),
  });

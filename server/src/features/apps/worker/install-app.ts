import { join } from 'node:path';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { Refusal } from '#faults/refusal';
import { settingsAt, type AppPackage, type SetupRequest } from '#system/apps/app-package';
import { claimFolder, deleteApp, markInstalled, markSetupBegun, unfinishedApp } from '../app-store';
import { addressPath } from '../address-path';
import { installTask, type InstallPayload } from '../tasks';
import { appContent } from './app-content';
import { openPackage, removeUnfinished, type OpenedPackage } from './fetch-package';
import { isOccupied, refuseUnfit } from './host-facts';
import { runSetup } from './run-setup';
import type { AppTools } from './tools';

type Context = TaskContext<InstallPayload>;

/** Refuses before anything is changed. */
async function check(tools: AppTools, context: Context): Promise<void> {
  const { payload, scope } = context;
  const { entry, targetPath, prefix, overwrite } = payload;
  await refuseUnfit(tools, scope.host, entry.requires);
  if (!overwrite && (await isOccupied(tools, scope.host, targetPath)))
    throw new Refusal('app-folder-occupied');
  if (prefix === null) return;
  if (!(await tools.databases?.has(scope.hostCode))) throw new Refusal('backup-no-database');
  await refuseTables(tools, context, prefix);
}

async function refuseTables({ databases }: AppTools, { scope }: Context, prefix: string): Promise<void> {
  const tables = (await databases?.tablesWith(scope.hostCode, prefix)) ?? [];
  if (tables.length > 0) throw new Refusal('app-prefix-taken', { values: { prefix } });
}

async function setupRequest(tools: AppTools, { payload, scope }: Context): Promise<SetupRequest> {
  const { targetPath, prefix, title, language, hidden } = payload;
  const path = addressPath(targetPath);
  const database = prefix === null ? undefined : await tools.databases?.access(scope.hostCode);
  return {
    act: 'install',
    folder: join(tools.rootOf(scope.hostCode), targetPath),
    ...{ address: `${tools.addressOf(scope.host)}${path}`, path, language },
    database: database && prefix !== null ? { host: tools.databaseHost, ...database, prefix } : null,
    ...(title !== undefined && { title }),
    ...(hidden.admin && { admin: hidden.admin }),
  };
}

/** Makes sure that no table begins with the app's prefix. Tables are dropped only if an earlier run may have created them. */
async function clearPrefix(tools: AppTools, context: Context): Promise<void> {
  const { payload, scope, taskId } = context;
  const { prefix } = payload;
  const app = await unfinishedApp(tools.db, taskId);
  if (prefix === null || !app) return;
  if (app.setup_begun) await tools.databases?.dropTablesWith(scope.hostCode, prefix);
  else await refuseTables(tools, context, prefix);
  await markSetupBegun(tools.db, app.id);
}

/** Lets the app create its tables. */
async function setUp(
  tools: AppTools,
  context: Context,
  { program, tree }: { program: string; tree: string },
) {
  const { payload, scope, signal, progress } = context;
  progress({});
  await clearPrefix(tools, context);
  const request = await setupRequest(tools, context);
  await runSetup(tools, { host: scope.host, tree, folder: payload.targetPath, program, request, signal });
}

/** The site configuration that the app needs, with the rules in force before its own. */
async function settingsFor(tools: AppTools, { payload, scope }: Context, { settings }: AppPackage) {
  const wanted = settingsAt(settings, addressPath(payload.targetPath));
  const rule = wanted['rewriteCode'];
  if (typeof rule !== 'string') return wanted;
  const { document } = await tools.settings.read(scope.hostCode);
  const inForce = document.rewrite?.content ?? '';
  const rules = inForce.includes(rule) ? inForce : [inForce, rule].filter((text) => text !== '').join('\n');
  return { ...wanted, rewriteCode: rules };
}

async function run(tools: AppTools, context: Context) {
  const { payload, scope, taskId, step } = context;
  const { entry, targetPath: folder, prefix } = payload;
  let opened: OpenedPackage | undefined;
  const open = async () => void (opened ??= await openPackage(tools, entry, context));
  await step('package', open);
  await open();
  await step('check', () => check(tools, context));
  const { id } = await claimFolder(tools.db, { hostCode: scope.hostCode, taskId, folder, prefix, entry });
  if (!opened) throw new Error('The package is not open');
  const { content } = opened;
  const { files, bytes } = await tools.replacer.replaceSite(context, {
    ...{ content: appContent(opened, folder), parts: prefix === null ? 'site' : 'both', mode: 'overlay' },
    safety: 'none',
    prepare: (tree) => setUp(tools, context, { program: content.setup, tree }),
  });
  await markInstalled(tools.db, id, content.files);
  const settings = await settingsFor(tools, context, content);
  if (Object.keys(settings).length > 0) context.askForConfiguration();
  return { ...settings, path: folder, installed: id, files, size: bytes };
}

/** Leaves folder and database as they were, or the app as installed. */
async function cleanUp(tools: AppTools, context: Context): Promise<void> {
  const { scope, taskId, payload } = context;
  await removeUnfinished(tools, payload.entry, context);
  const app = await unfinishedApp(tools.db, taskId);
  if ((await tools.replacer.rollBack(context)) === 'replaced') {
    const { content } = await openPackage(tools, payload.entry, context);
    if (app) await markInstalled(tools.db, app.id, content.files);
    return;
  }
  if (!app) return;
  if (app.prefix !== null && app.setup_begun)
    await tools.databases?.dropTablesWith(scope.hostCode, app.prefix);
  await deleteApp(tools.db, app.id);
}

/** APP_INSTALL. */
export const implementInstall = (tools: AppTools): ImplementedTask =>
  implementTask(installTask, {
    run: (context) => run(tools, context),
    cleanup: (context) => cleanUp(tools, context),
  });

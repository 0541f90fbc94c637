import type { StagingNoDatabase } from '@sitedeck/contract';
import { STAGING_FOLDER } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import { implementTask, type ImplementedTask, type TaskContext } from '#queue/worker/run-task';
import { fileTarget } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import { existsWithoutFollowing } from '#system/disk/exists';
import { treeBytes } from '#system/disk/measure-tree';
import { ensureSpace } from '#system/disk/with-space';
import { STAGING_PREFIX } from '#system/mariadb/staging/staging-tables';
import { sizeText } from '#system/text/size-text';
import { stagingUrl } from '../preview-address';
import { beginStaging, deleteStaging, markStagingReady, readStagingRow } from '../staging-store';
import { createStagingTask, type CreateStagingPayload } from '../tasks';
import { configureCopy, findConfiguration, type Configured, type ConfigurationFile } from './configuration';
import { copyFiles, dropCopying, stagingTree } from './copy-files';
import { dropStaging } from './remove-staging';
import type { StagingTools } from './tools';

type Context = TaskContext<CreateStagingPayload>;

/** What is copied. */
interface Plan {
  readonly bytes: number;
  readonly files: readonly ConfigurationFile[];
  /** Undefined: the tables are copied, too. */
  readonly noDatabase: StagingNoDatabase | undefined;
}

async function refuseSize(tools: StagingTools, host: HostFacts, bytes: number): Promise<void> {
  await ensureSpace(tools.scratch, bytes);
  if (host.disk_quota === null) return;
  const used = await tools.files.call('measure', fileTarget(host));
  const free = Math.max(0, host.disk_quota - used.bytes);
  if (bytes > free)
    throw new Refusal('staging-over-quota', { values: { needed: sizeText(bytes), free: sizeText(free) } });
}

/** Why the tables are not copied. Refuses if they would not fit, or names are taken. */
async function planDatabase(
  { databases }: StagingTools,
  { code }: HostFacts,
  files: readonly ConfigurationFile[],
): Promise<StagingNoDatabase | undefined> {
  if (!databases || !(await databases.has(code))) return 'missing';
  const { why, bytes, free, staging } = await databases.inspect(code);
  if (staging > 0) throw new Refusal('staging-tables-taken', { values: { prefix: STAGING_PREFIX } });
  if (why !== undefined) return why;
  if (files.every(({ prefixes }) => prefixes.length === 0)) return 'unconfigured';
  if (free !== null && bytes > free)
    throw new Refusal('staging-database-over-quota', {
      values: { needed: sizeText(bytes), free: sizeText(free) },
    });
  return undefined;
}

/** Refuses before anything is copied. */
async function check(tools: StagingTools, { scope, taskId, signal }: Context): Promise<Plan> {
  const { host } = scope;
  if (host.language === 'NET') throw new Refusal('staging-not-net');
  const tree = stagingTree(tools, host);
  if (await existsWithoutFollowing(tree))
    throw new Refusal('staging-name-taken', { values: { name: STAGING_FOLDER } });
  const bytes = await treeBytes(`${tools.rootOf(host.code)}/wwwroot`);
  await refuseSize(tools, host, bytes);
  const files = await findConfiguration(tools, host, signal);
  const noDatabase = await planDatabase(tools, host, files);
  await beginStaging(tools.db, host.code, taskId);
  return { bytes, files, noDatabase };
}

async function copyDatabase(
  tools: StagingTools,
  { scope: { host }, signal, progress }: Context,
  { prefixes }: Configured,
): Promise<string | undefined> {
  const names = tools.addressesOf(host);
  const liveUrl = await tools.databases?.siteUrl(host.code, names);
  await tools.databases?.copyIn(host.code, {
    ...{ prefixes, names, url: stagingUrl(tools.addressOf(host)), signal },
    onTable: (_done, current) => progress({ current }),
  });
  return liveUrl;
}

async function run(tools: StagingTools, context: Context) {
  const { scope, taskId, signal, progress, step } = context;
  const { host, hostCode } = scope;
  const url = stagingUrl(tools.addressOf(host));
  let plan: Plan | undefined;
  let configured: Configured | undefined;
  let missed = 0;
  let liveUrl: string | undefined;
  await step('check', async () => void (plan = await check(tools, context)));
  if (!plan) throw new Error('An interrupted copy starts over');
  const { bytes, files, noDatabase } = plan;
  await step('files', async () => {
    missed = await copyFiles(tools, { host, taskId, bytesTotal: bytes, signal, progress });
    await tools.showFolder(hostCode);
    await tools.files.call('measure', fileTarget(host));
  });
  progress({});
  await step('configuration', async () => {
    const request = { files, hasDatabase: noDatabase === undefined, names: tools.addressesOf(host), url };
    configured = await configureCopy(tools, host, request);
  });
  if (!configured) throw new Error('An interrupted copy starts over');
  const made = configured;
  await step('database', async () => {
    if (noDatabase === undefined) liveUrl = await copyDatabase(tools, context, made);
  });
  await step('address', async () => {
    signal.throwIfAborted();
    await markStagingReady(tools.db, hostCode, { ...made, liveUrl, noDatabase });
    await tools.applySites(hostCode);
  });
  return { path: STAGING_FOLDER, url, size: bytes, missed };
}

/** Leaves nothing of a copy that is not complete. */
async function cleanUp(tools: StagingTools, { scope, taskId }: Context): Promise<void> {
  const { host, hostCode } = scope;
  await dropCopying(tools, { host, taskId });
  const row = await readStagingRow(tools.db, hostCode);
  // Without a task, folder and tables of that name are not ours.
  if (row?.state === 'creating' && row.task_id === null) return deleteStaging(tools.db, hostCode);
  if (row?.task_id === taskId) await dropStaging(tools, hostCode);
}

/** STAGING_CREATE. */
export const implementCreateStaging = (tools: StagingTools): ImplementedTask =>
  implementTask(createStagingTask, {
    run: (context) => run(tools, context),
    cleanup: (context) => cleanUp(tools, context),
  });

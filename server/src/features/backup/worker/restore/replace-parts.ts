import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { HostCode, TaskCounts } from '@sitedeck/contract';
import { fileTargetThroughBlock } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import type { ReplaceContext, Replacement } from '#sites/worker/replace-site';
import { run } from '#system/process/exec';
import { pathExists } from '#system/disk/exists';
import { treeBytes } from '#system/disk/measure-tree';
import { removeAll } from '#system/disk/remove-all';
import { RESTORED_FOLDER } from '#system/site/private-folder';
import { isRefusal, Refusal } from '#faults/refusal';
import { notCreated, type Warning } from '#system/mariadb/dump/warnings';
import { completeSwap, missingPaths, swapStarted, swapTrees, TREE } from '#system/restic/restore-tree';
import { DUMP_NAME } from '#system/restic/write-snapshot';
import { ownerOf, type BackupTools } from '../tools';

export interface ReplaceRun {
  readonly tools: BackupTools;
  readonly context: ReplaceContext;
  readonly replacement: Replacement;
  /** The task's own folder. */
  readonly folder: string;
}

/** The root among the paths means everything. */
const selectedPaths = ({ paths }: Replacement) =>
  paths?.some((path: string) => path === '/') ? undefined : paths;

/** Extracts the files into the task's folder, which only root can open. */
export async function extractSite({ tools, context, replacement, folder }: ReplaceRun): Promise<void> {
  const { scope, signal, progress } = context;
  const into = join(folder, TREE);
  const paths = selectedPaths(replacement);
  const owner = ownerOf(tools, scope.host);
  await replacement.content.extract({ into, paths, owner, signal, progress });
  const missing = await missingPaths(into, paths ?? []);
  if (missing.length > 0) throw new Refusal('no-such-file', { field: missing[0] ?? '' });
}

/** Swaps the site's folders for the restored ones, which visitors see as one change. Once started, it can't be cancelled. */
export async function swapSite({ tools, context, folder }: ReplaceRun): Promise<void> {
  const { scope, signal, log } = context;
  const { code } = scope.host;
  if (await swapStarted(folder)) await completeSwap(folder);
  else {
    signal.throwIfAborted();
    await swapTrees(folder, tools.rootOf(code));
  }
  await tools.endTreeHolders(code).catch((err: unknown) => log.warn({ err }, 'old trees may still be held'));
}

/** Counts bytes and files of a tree. */
async function measureTree(tree: string): Promise<{ bytes: number; files: number }> {
  const [bytes, files] = await Promise.all([
    treeBytes(tree),
    run(
      { file: 'find', args: ['-P', tree, '!', '-type', 'd', '-printf', '.'] },
      { outputLimit: 64 * 1024 * 1024 },
    ),
  ]);
  return { bytes, files: files.stdout.length };
}

const PLACED = 'files-placed';

/** Set when the new files are in their final position. */
export const markFilesPlaced = (folder: string): Promise<void> => writeFile(join(folder, PLACED), '');
export const areFilesPlaced = (folder: string): Promise<boolean> => pathExists(join(folder, PLACED));

const restoredFolder = (tools: BackupTools, { code }: Pick<HostFacts, 'code'>) =>
  join(tools.rootOf(code), RESTORED_FOLDER);

/** Removes what an overlay has left in the host's tree when its files are placed. */
export const dropPlacedOverlay = (tools: BackupTools, host: Pick<HostFacts, 'code'>): Promise<void> =>
  removeAll(restoredFolder(tools, host));

/** Moves the extracted files to where the host's child and programs can reach them. Returns their folder. */
export async function exposeTree({ tools, context, folder }: ReplaceRun): Promise<string> {
  const overlays = restoredFolder(tools, context.scope.host);
  const overlay = join(overlays, String(context.taskId));
  await mkdir(overlays, { recursive: true });
  await chmod(overlays, 0o711);
  if (!(await pathExists(overlay))) await rename(join(folder, TREE), overlay);
  return overlay;
}

/** Makes the host's child move the restored files over those of the site; replaced files become versions. */
export async function overlaySite(run: ReplaceRun) {
  const { tools, context, folder } = run;
  const { scope, taskId, signal } = context;
  const { host } = scope;
  const overlay = await exposeTree(run);
  const target = { ...fileTargetThroughBlock(host), taskId };
  const done = await tools.files.call(
    'placeRestored',
    { ...target, ...(await measureTree(overlay)) },
    { signal },
  );
  // The record of what was placed goes, so that nothing can undo it.
  await markFilesPlaced(folder);
  // If this fails, the child's sweep drops the record later.
  await tools.files.call('dropExtracted', target).catch(() => undefined);
  await removeAll(restoredFolder(tools, host));
  return done;
}

/** Undoes an overlay that was interrupted. @returns whether it was complete: then it stays */
export async function removeOverlay({
  tools,
  context,
  folder,
}: Omit<ReplaceRun, 'replacement'>): Promise<boolean> {
  const { scope, taskId } = context;
  const overlays = restoredFolder(tools, scope.host);
  if (!(await pathExists(overlays))) return false;
  const target = { ...fileTargetThroughBlock(scope.host), taskId };
  const { isPlaced } = await tools.files.call('dropExtracted', target);
  if (isPlaced) await markFilesPlaced(folder);
  await removeAll(overlays);
  return isPlaced;
}

export interface DatabaseReplacement extends Pick<Replacement, 'content' | 'table'> {
  /** The host whose database is replaced. */
  readonly hostCode: HostCode;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
  readonly beforeSwap?: (() => Promise<void>) | undefined;
}

/**
 * Replaces a host's database by a dump.
 * @returns warnings about what could not be created
 */
export async function replaceDatabase(
  { databases }: BackupTools,
  { hostCode, content, table, signal, progress, beforeSwap }: DatabaseReplacement,
): Promise<readonly Warning[]> {
  if (!databases) throw new Refusal('backup-no-database');
  const bytesTotal = content.databaseBytes;
  const input = new PassThrough();
  // `input` ends only if the dump was read completely.
  const read = content.writeDump(input, signal);
  read.catch((error: unknown) => input.destroy(error instanceof Error ? error : new Error('stopped')));
  const rethrowCause = async (error: unknown): Promise<never> => {
    input.destroy();
    // If the dump could not be read, that is the cause.
    const cause = await read.catch((why: unknown) => why);
    throw isRefusal(cause) ? cause : error;
  };
  // One table replaces only itself, and the size of its part of the dump is unknown.
  const part =
    table === undefined
      ? { mode: 'replace' as const, bytes: bytesTotal }
      : { mode: 'merge' as const, only: table };
  const { lost } = await databases
    .replace(hostCode, {
      read: () => input,
      signal,
      onBytes: (bytes) => progress({ bytes, bytesTotal, current: DUMP_NAME }),
      ...(beforeSwap && { onSwap: beforeSwap }),
      ...part,
    })
    .catch(rethrowCause);
  await read;
  return notCreated(lost);
}

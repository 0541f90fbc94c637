import { PassThrough } from 'node:stream';
import { chmod, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTargetThroughBlock } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import type { TaskContext } from '#queue/worker/run-task';
import type { PointRow } from '#state/backup-tables';
import { run } from '#system/process/exec';
import { pathExists } from '#system/disk/exists';
import { RESTORED_FOLDER } from '#system/site/private-folder';
import { isRefusal, Refusal } from '#faults/refusal';
import { ensureSpace } from '#system/disk/with-space';
import {
  restoreTree,
  missingPaths,
  completeSwap,
  swapStarted,
  swapTrees,
  TREE,
} from '#system/restic/restore-tree';
import { removeAll } from '#system/disk/remove-all';
import { ownerOf, type BackupTools } from '../tools';
import type { RestorePayload } from '#features/backup/tasks';
import type { HostCode, TaskCounts } from '@sitedeck/contract';
import { notCreated, type Warning } from '#system/mariadb/dump/warnings';
import { readSnapshotFile } from '#system/restic/read-file';
import { DUMP_NAME } from '#system/restic/write-snapshot';

export interface RestoreRun {
  readonly tools: BackupTools;
  readonly context: TaskContext<RestorePayload>;
  readonly point: PointRow;
  readonly folder: string;
}

/** The root among the paths means everything. */
const selectedPaths = ({ paths }: RestorePayload) =>
  paths?.some((path: string) => path === '/') ? undefined : paths;

/** Restores the files into the restore folder, which only root can open. */
export async function extractSite({ tools, context, point, folder }: RestoreRun): Promise<void> {
  const { payload, scope, signal, progress } = context;
  const snapshot = point.files_snapshot;
  if (snapshot === null) throw new Refusal('backup-lacks-part');
  await ensureSpace(tools.paths.restores, payload.paths ? 0 : point.bytes);
  const into = join(folder, TREE);
  const paths = selectedPaths(payload);
  await tools.repositories.useShared(point.host_code, (repository) =>
    restoreTree(repository, {
      ...{ snapshot, into, paths, signal, progress },
      owner: ownerOf(tools, scope.host),
      bytesTotal: point.bytes,
    }),
  );
  const missing = await missingPaths(into, paths ?? []);
  if (missing.length > 0) throw new Refusal('no-such-file', { field: missing[0] ?? '' });
}

/** Swaps the site's folders for the restored ones, which visitors see as one change. Once started, it can't be cancelled. */
export async function swapSite({ tools, context, folder }: RestoreRun): Promise<void> {
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
  const [size, files] = await Promise.all([
    run({ file: 'du', args: ['-sb', '--', tree] }, { timeoutMs: 10 * 60_000 }),
    run(
      { file: 'find', args: ['-P', tree, '!', '-type', 'd', '-printf', '.'] },
      { outputLimit: 64 * 1024 * 1024 },
    ),
  ]);
  return { bytes: Number(/^\d+/.exec(size.stdout)?.[0] ?? 0), files: files.stdout.length };
}

const restoredFolder = (tools: BackupTools, { code }: Pick<HostFacts, 'code'>) =>
  join(tools.rootOf(code), RESTORED_FOLDER);

/** Makes the host's child move the restored files over those of the site; replaced files become versions. */
export async function overlaySite({ tools, context, folder }: RestoreRun) {
  const { scope, taskId, signal } = context;
  const { host } = scope;
  const overlays = restoredFolder(tools, host);
  const overlay = join(overlays, String(taskId));
  await mkdir(overlays, { recursive: true });
  await chmod(overlays, 0o711);
  if (!(await pathExists(overlay))) await rename(join(folder, TREE), overlay);
  const target = { ...fileTargetThroughBlock(host), taskId };
  const done = await tools.files.call(
    'placeRestored',
    { ...target, ...(await measureTree(overlay)) },
    { signal },
  );
  // If this fails, the child's sweep drops the record later.
  await tools.files.call('dropExtracted', target).catch(() => undefined);
  await removeAll(overlays);
  return done;
}

/** Undoes an overlay that was interrupted. */
export async function removeOverlay(tools: BackupTools, host: HostFacts, taskId: number): Promise<void> {
  const overlays = restoredFolder(tools, host);
  if (!(await pathExists(overlays))) return;
  await tools.files.call('dropExtracted', { ...fileTargetThroughBlock(host), taskId });
  await removeAll(overlays);
}

export interface DatabaseRestoreRequest {
  /** The host whose database is replaced. */
  readonly hostCode: HostCode;
  /** The host whose repository holds the dump. */
  readonly from: HostCode;
  readonly snapshot: string;
  readonly table?: string | undefined;
  readonly bytesTotal: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
  readonly beforeSwap?: (() => Promise<void>) | undefined;
}

/**
 * Replaces a host's database by the dump in a snapshot.
 * @returns warnings about what could not be created
 */
export async function restoreDatabase(
  tools: BackupTools,
  request: DatabaseRestoreRequest,
): Promise<readonly Warning[]> {
  const { hostCode, from, snapshot, table, bytesTotal, signal, progress, beforeSwap } = request;
  const { databases } = tools;
  if (!databases) throw new Refusal('backup-no-database');
  return tools.repositories.useShared(from, async (repository) => {
    const input = new PassThrough();
    // `input` ends only if restic read the complete dump.
    const read = readSnapshotFile(repository, { snapshot, path: `/${DUMP_NAME}`, output: input, signal });
    read.catch((error: unknown) => input.destroy(error instanceof Error ? error : new Error('stopped')));
    const onBytes = (bytes: number) => progress({ bytes, bytesTotal, current: DUMP_NAME });
    const rethrowCause = async (error: unknown): Promise<never> => {
      input.destroy();
      // If restic failed to read the dump, that is the cause.
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
        onBytes,
        ...(beforeSwap && { onSwap: beforeSwap }),
        ...part,
      })
      .catch(rethrowCause);
    await read;
    return notCreated(lost);
  });
}

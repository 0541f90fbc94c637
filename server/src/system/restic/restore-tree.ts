import { lstat, mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { SitePath, TaskCounts } from '@sitedeck/contract';
import type { Identity } from '#system/process/identity';
import { Refusal } from '#faults/refusal';
import { readEverything } from './read-file';
import { exactPattern, NO_LOCK, type Repository } from './repository';
import { FilesFailed } from './restic-fault';
import { runRestic } from './run-restic';
import { existsWithoutFollowing } from '#system/disk/exists';
import { removeAll } from '#system/disk/remove-all';
import { sanitizeTree } from '#system/disk/sanitize-tree';
import { SPARE_BYTES } from '#system/disk/spare-bytes';
import { hasRoomForFiles, hasSpace, withSpace } from '#system/disk/with-space';

const POLL_MS = 500;

export interface RestoreTreeRequest {
  readonly snapshot: string;
  /** A folder that only root can open; its previous content is removed. */
  readonly into: string;
  /** Restores only these; everything if absent. */
  readonly paths?: readonly SitePath[] | undefined;
  /** The owner of all restored entries; undefined if that is this process's own uid. */
  readonly owner: Identity | undefined;
  readonly bytesTotal: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
}

/** Bytes that a process has written so far; restic reports no progress of a restore. */
async function bytesWritten(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '');
  const bytes = /^wchar: (\d+)$/m.exec(text)?.[1];
  return bytes === undefined ? undefined : Number(bytes);
}

async function watchProgress(pid: number, request: RestoreTreeRequest, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const bytes = await bytesWritten(pid);
    if (bytes !== undefined)
      request.progress({ bytes: Math.min(bytes, request.bytesTotal), bytesTotal: request.bytesTotal });
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Finds out why files failed, without trusting messages that hold file names. Refuses with `disk-full`, or the repository's fault. */
async function refuseCause(
  repository: Repository,
  { snapshot, into, signal }: RestoreTreeRequest,
): Promise<void> {
  const isFull = !(await hasSpace({ folder: into, spare: SPARE_BYTES })) || !(await hasRoomForFiles(into));
  if (isFull) throw new Refusal('disk-full');
  await readEverything(repository, { snapshot, signal });
}

/** Restores a snapshot, or some paths of it, into a folder that only root can open. */
export async function restoreTree(repository: Repository, request: RestoreTreeRequest): Promise<void> {
  const { snapshot, into, paths = [], signal } = request;
  await removeAll(into);
  await mkdir(into, { recursive: true, mode: 0o700 });
  const includes = paths.flatMap((path) => ['--include', exactPattern(path)]);
  const watching = new AbortController();
  let watched = Promise.resolve();
  try {
    await withSpace({
      ...{ folder: into, signal },
      work: (limit) =>
        runRestic(repository, {
          args: ['restore', ...NO_LOCK, '--target', into, ...includes, '--', snapshot],
          signal: limit,
          onStart: (pid) => {
            watched = watchProgress(pid, request, watching.signal);
          },
        }),
    });
  } catch (error) {
    if (error instanceof FilesFailed) await refuseCause(repository, request);
    throw error;
  } finally {
    watching.abort();
    await watched;
  }
  await sanitizeTree(request);
}

/** The paths that are missing after a restore. */
export async function missingPaths(into: string, paths: readonly SitePath[]): Promise<SitePath[]> {
  const stats = await Promise.all(paths.map((path) => lstat(join(into, path)).catch(() => undefined)));
  return paths.filter((_path, index) => stats[index] === undefined);
}

/** Names in a restore folder: the restored tree, what it replaced, and the journals of a running and a finished swap. */
export const TREE = 'tree';
const OLD = 'old';
const JOURNAL = 'swap.json';
const DONE = 'swapped.json';

const Journal = z.object({ root: z.string(), names: z.array(z.string().regex(/^[a-z]+$/)) });

/** Flushes a file or folder to the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  const fresh = join(folder, `${name}.new`);
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, join(folder, name));
  await flush(folder);
}

/** Whether a swap was started; it is then completed, never undone. */
export const swapStarted = async (restoreFolder: string): Promise<boolean> =>
  (await existsWithoutFollowing(join(restoreFolder, JOURNAL))) ||
  (await existsWithoutFollowing(join(restoreFolder, DONE)));

/** Completes an interrupted swap; does nothing if none was started or it is done. */
export async function completeSwap(restoreFolder: string): Promise<void> {
  const text = await readFile(join(restoreFolder, JOURNAL), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const { root, names } = Journal.parse(JSON.parse(text));
  const [tree, old] = [join(restoreFolder, TREE), join(restoreFolder, OLD)];
  await mkdir(old, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const [restored, live, aside] = [join(tree, name), join(root, name), join(old, name)];
    if (!(await existsWithoutFollowing(restored))) continue;
    // A live folder beside an old one was created while the swap was interrupted.
    if (await existsWithoutFollowing(live))
      await rename(live, (await existsWithoutFollowing(aside)) ? `${aside}-between` : aside);
    await rename(restored, live);
  }
  for (const folder of [root, tree, old]) await flush(folder);
  await rename(join(restoreFolder, JOURNAL), join(restoreFolder, DONE));
  await flush(restoreFolder);
}

/**
 * Swaps folders of a host's root for those of the restored tree. A journal is written first, so that the next worker can
 * complete the swap. Root owns both parent folders, so the host can't swap a name in them for a link.
 */
export async function swapTrees(restoreFolder: string, root: string): Promise<void> {
  const names = (await readdir(join(restoreFolder, TREE))).filter((name) => /^[a-z]+$/.test(name));
  await writeDurably(restoreFolder, JOURNAL, JSON.stringify({ root, names }));
  await completeSwap(restoreFolder);
}

/**
 * Completes the swaps that a killed worker left; called before the hosts' trees are used. A swap that fails does not block
 * other hosts; its task tries again.
 */
export async function completeSwaps(
  restores: string,
  onFailed: (folder: string, error: unknown) => void = () => undefined,
): Promise<void> {
  for (const host of await readdir(restores).catch(() => []))
    for (const task of await readdir(join(restores, host)).catch(() => [])) {
      const folder = join(restores, host, task);
      await completeSwap(folder).catch((error: unknown) => onFailed(folder, error));
    }
}

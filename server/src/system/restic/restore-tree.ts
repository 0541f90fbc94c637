import { lstat, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SitePath, TaskCounts } from '@sitedeck/contract';
import { run, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { Refusal } from '#faults/refusal';
import { readEverything } from './read-file';
import { exactPattern, NO_LOCK, type Repository } from './repository';
import { FilesFailed } from './restic-fault';
import { runRestic } from './run-restic';
import { removeAll } from '#system/disk/remove-all';
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

async function runOrThrow(command: Command, signal: AbortSignal): Promise<void> {
  const { code, stderr } = await run(command, { signal, timeoutMs: 60 * 60_000 });
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`${command.file}: ${stderr.slice(0, 500)}`);
}

/** Removes device files, pipes, sockets and setuid bits, and gives everything to the owner. */
async function sanitizeTree({ into, owner, signal }: RestoreTreeRequest): Promise<void> {
  const special = ['(', '-type', 'b', '-o', '-type', 'c', '-o', '-type', 'p', '-o', '-type', 's', ')'];
  await runOrThrow({ file: 'find', args: ['-P', into, ...special, '-delete'] }, signal);
  const setuid = ['!', '-type', 'l', '-perm', '/6000', '-exec', 'chmod', 'ug-s', '--', '{}', '+'];
  await runOrThrow({ file: 'find', args: ['-P', into, ...setuid] }, signal);
  if (!owner) return;
  const ownerAndGroup = `${owner.uid}:${owner.gid}`;
  await runOrThrow({ file: 'chown', args: ['-hR', '-P', ownerAndGroup, '--', into] }, signal);
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

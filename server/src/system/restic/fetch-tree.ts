import { lstat, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SitePath, TaskProgress } from '@sitedeck/contract';
import { run, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { Refusal } from '#faults/refusal';
import { exactPattern } from './pattern';
import { LOOKING, type Repository } from './repository';
import { proveWhole } from './prove-whole';
import { FilesFailed } from './restic-fault';
import { runRestic } from './run-restic';
import { removeAll } from './swap';
import { SPARE_BYTES } from '#system/disk/spare-bytes';
import { hasRoomForFiles, hasSpace, withSpace } from '#system/disk/with-space';

const LOOK_MS = 500;

export interface FetchWish {
  readonly snapshot: string;
  /** Root's alone; what it held before goes. */
  readonly into: string;
  /** Only these. */
  readonly paths?: readonly SitePath[] | undefined;
  /** Whose everything becomes; undefined where we are that ourselves. */
  readonly owner: Identity | undefined;
  readonly bytesTotal: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskProgress) => void;
}

/** Bytes a process has written so far; the engine tells nothing of a restore. */
async function writtenBy(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '');
  const bytes = /^wchar: (\d+)$/m.exec(text)?.[1];
  return bytes === undefined ? undefined : Number(bytes);
}

async function watch(pid: number, wish: FetchWish, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const bytes = await writtenBy(pid);
    if (bytes !== undefined)
      wish.progress({ bytes: Math.min(bytes, wish.bytesTotal), bytesTotal: wish.bytesTotal });
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function must(command: Command, signal: AbortSignal): Promise<void> {
  const { code, stderr } = await run(command, { signal, timeoutMs: 60 * 60_000 });
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`${command.file}: ${stderr.slice(0, 500)}`);
}

/** What only root could have put into a tree, or what is no content, is not the host's to have. */
async function tidy({ into, owner, signal }: FetchWish): Promise<void> {
  const special = ['(', '-type', 'b', '-o', '-type', 'c', '-o', '-type', 'p', '-o', '-type', 's', ')'];
  await must({ file: 'find', args: ['-P', into, ...special, '-delete'] }, signal);
  const bits = ['!', '-type', 'l', '-perm', '/6000', '-exec', 'chmod', 'ug-s', '--', '{}', '+'];
  await must({ file: 'find', args: ['-P', into, ...bits] }, signal);
  if (!owner) return;
  const whose = `${owner.uid}:${owner.gid}`;
  await must({ file: 'chown', args: ['-hR', '-P', whose, '--', into] }, signal);
}

/** What failed some files, asked where none of them has a say. Refuses `disk-full`, or as what can't be read. */
async function findWhy(repository: Repository, { snapshot, into, signal }: FetchWish): Promise<void> {
  const isFull = !(await hasSpace({ folder: into, spare: SPARE_BYTES })) || !(await hasRoomForFiles(into));
  if (isFull) throw new Refusal('disk-full');
  await proveWhole(repository, { snapshot, signal });
}

/** Brings a snapshot, or some paths of it, into a folder. Nobody but root can reach into it meanwhile. */
export async function fetchTree(repository: Repository, wish: FetchWish): Promise<void> {
  const { snapshot, into, paths = [], signal } = wish;
  await removeAll(into);
  await mkdir(into, { recursive: true, mode: 0o700 });
  const only = paths.flatMap((path) => ['--include', exactPattern(path)]);
  const watching = new AbortController();
  let watched = Promise.resolve();
  try {
    await withSpace({
      ...{ folder: into, signal },
      work: (limit) =>
        runRestic(repository, {
          args: ['restore', ...LOOKING, '--target', into, ...only, '--', snapshot],
          signal: limit,
          onStart: (pid) => {
            watched = watch(pid, wish, watching.signal);
          },
        }),
    });
  } catch (error) {
    if (error instanceof FilesFailed) await findWhy(repository, wish);
    throw error;
  } finally {
    watching.abort();
    await watched;
  }
  await tidy(wish);
}

/** Those of some paths that did not come. */
export async function missingFrom(into: string, paths: readonly SitePath[]): Promise<SitePath[]> {
  const there = await Promise.all(paths.map((path) => lstat(join(into, path)).catch(() => undefined)));
  return paths.filter((_path, index) => there[index] === undefined);
}

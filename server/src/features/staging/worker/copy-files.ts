import { chmod, chown, mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskCounts } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { HostFacts } from '#sites/host-scope';
import { treeBytes } from '#system/disk/measure-tree';
import { removeAll } from '#system/disk/remove-all';
import { sanitizeTree } from '#system/disk/sanitize-tree';
import { withSpace } from '#system/disk/with-space';
import { run } from '#system/process/exec';
import { closeLeftView, openView } from '#system/restic/read-only-view';
import { STAGING_NAME } from '#system/site/host-entries';
import type { StagingTools } from './tools';

interface FilesCopy {
  readonly host: HostFacts;
  readonly taskId: number;
  readonly bytesTotal: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: TaskCounts) => void;
}

/** The folder of a task, which only root can enter. */
const folderOf = ({ scratch }: StagingTools, { code }: Pick<HostFacts, 'code'>, taskId: number): string =>
  join(scratch, code, `staging-${taskId}`);

export const stagingTree = ({ rootOf }: StagingTools, { code }: Pick<HostFacts, 'code'>): string =>
  join(rootOf(code), STAGING_NAME);

/** Pause between two measurements, ms, and how many times as long as the last one. */
const [PAUSE_MS, PAUSE_TIMES] = [1000, 4];
const LIMIT_MS = 24 * 3600_000;

/** Reports the bytes of the copy until the signal. */
async function watchBytes(
  tree: string,
  { bytesTotal, progress }: FilesCopy,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const since = performance.now();
    progress({ bytes: Math.min(await treeBytes(tree), bytesTotal), bytesTotal });
    const pause = Math.max(PAUSE_MS, PAUSE_TIMES * (performance.now() - since));
    await sleep(pause, undefined, { signal: over }).catch(() => undefined);
  }
}

/** What cp says about an entry that the host itself may not read; it copies the others. */
const UNREADABLE = /: Permission denied$/;

/**
 * Copies a folder into the working folder under the host's uid, so that nothing else can be read or written. Both folders lie
 * below folders that only root can enter: the program gets one as a descriptor.
 * @returns how many entries could not be read
 */
async function copyTree(
  from: string,
  into: string,
  { owner, signal }: { readonly owner: ReturnType<StagingTools['ownerOf']>; readonly signal: AbortSignal },
): Promise<number> {
  const source = await open(from, 'r');
  try {
    const { code, stderr } = await run(
      { file: 'cp', args: ['-a', '--reflink=auto', '--', '/proc/self/fd/3/.', '.'] },
      {
        ...{ cwd: into, descriptors: [source.fd], signal, timeoutMs: LIMIT_MS },
        ...(owner && { identity: owner }),
      },
    );
    signal.throwIfAborted();
    if (code === 0) return 0;
    const lines = stderr.trim().split('\n');
    if (!lines.every((line) => UNREADABLE.test(line))) throw new Error(`cp: ${lines.at(-1) ?? ''}`);
    return lines.length;
  } finally {
    await source.close();
  }
}

/**
 * Copies the document root beside itself. The copy appears under its name when it is complete.
 * @returns how many entries could not be read
 */
export async function copyFiles(tools: StagingTools, copy: FilesCopy): Promise<number> {
  const { host, taskId, signal } = copy;
  const owner = tools.ownerOf(host);
  const folder = folderOf(tools, host, taskId);
  const tree = join(folder, 'tree');
  await removeAll(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(tree, { mode: 0o755 });
  if (owner) await chown(tree, owner.uid, owner.gid);
  const view = await openView(tools.rootOf(host.code), tools.views, host.code);
  const over = new AbortController();
  const watching = watchBytes(tree, copy, over.signal);
  try {
    const missed = await withSpace({
      ...{ folder, signal },
      work: (limit) => copyTree(join(view.root, 'wwwroot'), tree, { owner, signal: limit }),
    });
    over.abort();
    await sanitizeTree({ into: tree, owner, signal });
    await chmod(tree, 0o755);
    signal.throwIfAborted();
    await rename(tree, stagingTree(tools, host));
    return missed;
  } catch (error) {
    if (error instanceof Error && /No space left|Disk quota exceeded/.test(error.message))
      throw new Refusal('disk-full');
    throw error;
  } finally {
    over.abort();
    await watching;
    await view.close();
    await removeAll(folder);
  }
}

/** Removes what `copyFiles` of a killed worker has left outside of the host's tree. */
export async function dropCopying(
  tools: StagingTools,
  { host, taskId }: Pick<FilesCopy, 'host' | 'taskId'>,
): Promise<void> {
  await closeLeftView(tools.views, host.code);
  await removeAll(folderOf(tools, host, taskId));
}

/** Removes the files of a copy: first its name goes, then its content. */
export async function removeFiles(tools: StagingTools, host: Pick<HostFacts, 'code'>): Promise<void> {
  const gone = join(tools.scratch, host.code, 'staging-removed');
  await mkdir(join(tools.scratch, host.code), { recursive: true, mode: 0o700 });
  await removeAll(gone);
  await rename(stagingTree(tools, host), gone).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
  await removeAll(gone);
}

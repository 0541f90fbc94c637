import { chmod, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostFacts } from '#sites/host-scope';
import type { TaskContext } from '#queue/task-kind';
import type { PointRow } from '#state/backup-tables';
import { run } from '#system/process/exec';
import { isThere } from '#system/disk/is-there';
import { RESTORED_FOLDER } from '#system/site/private-folder';
import { Refusal } from '#faults/refusal';
import { ensureSpace } from '#system/restic/back-up-files';
import { fetchTree, missingFrom } from '#system/restic/fetch-tree';
import { completeSwap, removeAll, swapBegan, swapTrees, TREE } from '#system/restic/swap';
import { ownerOf, type BackupWork } from '../backup-work';
import type { RestorePayload } from '#features/backup/tasks';

export interface SiteRestore {
  readonly work: BackupWork;
  readonly context: TaskContext<RestorePayload>;
  readonly point: PointRow;
  readonly folder: string;
}

/** The root alone means everything. */
const pathsOf = ({ paths }: RestorePayload) => (paths?.includes('/' as never) ? undefined : paths);

/** Brings the files into a place that is root's alone. */
export async function fetchSite({ work, context, point, folder }: SiteRestore): Promise<void> {
  const { payload, scope, signal, progress } = context;
  const snapshot = point.files_snapshot;
  if (snapshot === null) throw new Refusal('backup-lacks-part');
  await ensureSpace(work.places.restores, payload.paths ? 0 : point.bytes);
  const into = join(folder, TREE);
  const paths = pathsOf(payload);
  await work.repositories.use(point.host_code, (repository) =>
    fetchTree(repository, {
      ...{ snapshot, into, paths, signal, progress },
      owner: ownerOf(work, scope.host),
      bytesTotal: point.bytes,
    }),
  );
  const missing = await missingFrom(into, paths ?? []);
  if (missing.length > 0) throw new Refusal('no-such-file', { field: missing[0] ?? '' });
}

/** Exchanges the site's folders for the fetched ones, all at once as far as anybody can tell. Not to be stopped. */
export async function swapSite({ work, context, folder }: SiteRestore): Promise<void> {
  const { scope, signal, log } = context;
  const { code } = scope.host;
  if (await swapBegan(folder)) await completeSwap(folder);
  else {
    signal.throwIfAborted();
    await swapTrees(folder, work.rootOf(code));
  }
  await work.onSwapped(code).catch((err: unknown) => log.warn({ err }, 'old trees may still be held'));
}

/** What a tree takes, and how many files it holds. */
async function measured(tree: string): Promise<{ bytes: number; files: number }> {
  const [size, files] = await Promise.all([
    run({ file: 'du', args: ['-sb', '--', tree] }, { timeoutMs: 10 * 60_000 }),
    run(
      { file: 'find', args: ['-P', tree, '!', '-type', 'd', '-printf', '.'] },
      { outputLimit: 64 * 1024 * 1024 },
    ),
  ]);
  return { bytes: Number(/^\d+/.exec(size.stdout)?.[0] ?? 0), files: files.stdout.length };
}

const restoredPlace = (work: BackupWork, { code }: Pick<HostFacts, 'code'>) =>
  join(work.rootOf(code), RESTORED_FOLDER);

/** Has the host's own child put what was fetched over the site; what stood there becomes versions. */
export async function overlaySite({ work, context, folder }: SiteRestore) {
  const { scope, taskId, signal } = context;
  const { host } = scope;
  const place = restoredPlace(work, host);
  const laid = join(place, String(taskId));
  await mkdir(place, { recursive: true });
  await chmod(place, 0o711);
  if (!(await isThere(laid))) await rename(join(folder, TREE), laid);
  const target = { hostCode: host.code, uid: host.uid, quotaBytes: host.disk_quota, taskId };
  const done = await work.files.call('placeRestored', { ...target, ...(await measured(laid)) }, { signal });
  // What it did is told: nobody asks again. Where this fails, a sweep does it later.
  await work.files.call('dropExtracted', target).catch(() => undefined);
  await removeAll(place);
  return done;
}

/** Takes back what an overlay had begun to put into place. */
export async function dropOverlay(work: BackupWork, host: HostFacts, taskId: number): Promise<void> {
  const place = restoredPlace(work, host);
  if (!(await isThere(place))) return;
  await work.files.call('dropExtracted', {
    ...{ hostCode: host.code, uid: host.uid, quotaBytes: host.disk_quota, taskId },
  });
  await removeAll(place);
}

import { lstat, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { SitePath } from '@sitedeck/contract';
import { archiveLimit } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import type { TaskContext } from '#queue/task-kind';
import { SITE_FOLDERS } from '#system/restic/back-up-files';
import { removeAll } from '#system/restic/swap';
import type { BackupWork } from '../backup-work';
import { workFolder } from './restore-marks';
import type { BackupPayload } from '#features/backup/tasks';

/** Where the host's own child unpacks; what lies there is the host's to change until root has taken it away. */
const nameOf = (taskId: number): string => `.sitedeck-upload-${taskId}`;

const isFolder = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;

interface Unpacking {
  readonly work: BackupWork;
  readonly host: HostFacts;
  readonly taskId: number;
}

const targetOf = ({ host, taskId }: Unpacking) => ({
  ...{ hostCode: host.code, uid: host.uid, quotaBytes: host.disk_quota, taskId },
});

/** Takes what was unpacked out of the host's reach. A link in its place comes as a link, and is none of ours. */
async function takeAway({ work, host, taskId }: Unpacking): Promise<string> {
  const folder = workFolder(work, host.code, taskId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const taken = join(folder, 'taken');
  await rename(join(work.rootOf(host.code), 'data', nameOf(taskId)), taken);
  return taken;
}

/** Folders that are the site's by their names; an archive without them is what is served. */
async function arrange(folder: string, taken: string): Promise<string> {
  const stage = join(folder, 'stage');
  await mkdir(stage, { mode: 0o700 });
  const known: string[] = [];
  for (const name of SITE_FOLDERS) if (await isFolder(join(taken, name))) known.push(name);
  if (known.length === 0) {
    if (await isFolder(taken)) await rename(taken, join(stage, 'wwwroot'));
    return stage;
  }
  for (const name of known) await rename(join(taken, name), join(stage, name));
  return stage;
}

/**
 * Unpacks an archive of the host, under the host's uid and within its quota, and lays it out as a site is.
 * @returns folder that holds `wwwroot` and `data` as far as they came; root's alone
 */
export async function unpackUpload(
  work: BackupWork,
  { scope, taskId, signal, progress }: TaskContext<BackupPayload>,
  path: SitePath,
): Promise<string> {
  const unpacking: Unpacking = { work, host: scope.host, taskId };
  const target = targetOf(unpacking);
  const to = `/data/${nameOf(taskId)}`;
  await work.files.call(
    'extract',
    { ...target, ...archiveLimit(scope.host), path, to, names: 'auto', ifExists: 'overwrite' },
    { signal, onProgress: progress },
  );
  const taken = await takeAway(unpacking);
  await work.files.call('dropExtracted', target).catch(() => undefined);
  return arrange(workFolder(work, scope.hostCode, taskId), taken);
}

/** Nothing of it is left, wherever it was interrupted. */
export async function dropUpload(work: BackupWork, host: HostFacts, taskId: number): Promise<void> {
  const unpacking: Unpacking = { work, host, taskId };
  await work.files.call('dropExtracted', targetOf(unpacking)).catch(() => undefined);
  await takeAway(unpacking).catch(() => undefined);
  await removeAll(workFolder(work, host.code, taskId));
}

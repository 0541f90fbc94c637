import { lstat, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { SitePath } from '@sitedeck/contract';
import { archiveLimit, fileTargetThroughBlock } from '#sites/file-target';
import type { HostFacts } from '#sites/host-scope';
import type { TaskContext } from '#queue/worker/run-task';
import { SITE_FOLDERS } from '#system/site/host-entries';
import { removeAll } from '#system/disk/remove-all';
import { taskFolder, type BackupTools } from '../tools';
import type { BackupPayload } from '#features/backup/tasks';

/** The folder that the host's child unpacks into. The host can change its content until root moves it away. */
const unpackFolder = (taskId: number): string => `.sitedeck-upload-${taskId}`;

const isFolder = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;

interface Unpacking {
  readonly tools: BackupTools;
  readonly host: HostFacts;
  readonly taskId: number;
}

const targetOf = ({ host, taskId }: Unpacking) => ({ ...fileTargetThroughBlock(host), taskId });

/** Moves the unpacked folder out of the host's reach. If the host swapped it for a link, only the link is moved. */
async function moveOutOfReach({ tools, host, taskId }: Unpacking): Promise<string> {
  const folder = taskFolder(tools, host.code, taskId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const taken = join(folder, 'taken');
  await rename(join(tools.rootOf(host.code), 'data', unpackFolder(taskId)), taken);
  return taken;
}

/** Lays the archive out as a site: `wwwroot` and `data` if it has them, else everything is the document root. */
async function arrangeAsSite(folder: string, taken: string): Promise<string> {
  const stage = join(folder, 'stage');
  await mkdir(stage, { mode: 0o700 });
  const present: string[] = [];
  for (const name of SITE_FOLDERS) if (await isFolder(join(taken, name))) present.push(name);
  if (present.length === 0) {
    if (await isFolder(taken)) await rename(taken, join(stage, 'wwwroot'));
    return stage;
  }
  for (const name of present) await rename(join(taken, name), join(stage, name));
  return stage;
}

/**
 * Unpacks a host's archive under the host's uid and within its quota, and lays it out as a site.
 * @returns a folder that only root can open; it holds `wwwroot` and `data`, if the archive has them
 */
export async function unpackArchive(
  tools: BackupTools,
  { scope, taskId, signal, progress }: TaskContext<BackupPayload>,
  path: SitePath,
): Promise<string> {
  const unpacking: Unpacking = { tools, host: scope.host, taskId };
  const target = targetOf(unpacking);
  const to = `/data/${unpackFolder(taskId)}`;
  await tools.files.call(
    'extract',
    { ...target, ...archiveLimit(scope.host), path, to, names: 'auto', ifExists: 'overwrite' },
    { signal, onProgress: progress },
  );
  const taken = await moveOutOfReach(unpacking);
  await tools.files.call('dropExtracted', target).catch(() => undefined);
  return arrangeAsSite(taskFolder(tools, scope.hostCode, taskId), taken);
}

/** Removes everything that unpacking made, wherever it was interrupted. */
export async function removeUnpacked(tools: BackupTools, host: HostFacts, taskId: number): Promise<void> {
  const unpacking: Unpacking = { tools, host, taskId };
  await tools.files.call('dropExtracted', targetOf(unpacking)).catch(() => undefined);
  await moveOutOfReach(unpacking).catch(() => undefined);
  await removeAll(taskFolder(tools, host.code, taskId));
}

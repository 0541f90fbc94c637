import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HostCode } from '@sitedeck/contract';
import { pathExists } from '#system/disk/exists';

/**
 * Hosts over their disk quota: one empty file each, in a folder that only root can enter. Every process that starts
 * programs of a host reads it, so that the programs of a full host can't write into its tree.
 */
export const isFull = (folder: string, hostCode: HostCode): Promise<boolean> =>
  pathExists(join(folder, hostCode));

export async function markFull(folder: string, hostCode: HostCode): Promise<void> {
  await writeFile(join(folder, hostCode), '', { mode: 0o600 });
}

export async function unmarkFull(folder: string, hostCode: HostCode): Promise<void> {
  await rm(join(folder, hostCode), { force: true });
}

export async function fullHosts(folder: string): Promise<ReadonlySet<HostCode>> {
  const names = await readdir(folder).catch(() => []);
  return new Set(names.map((name) => HostCode.parse(name)));
}

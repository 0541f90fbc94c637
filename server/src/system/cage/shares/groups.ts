import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#faults/error-code';
import { groupFolders, type ShareGroups } from './shares';

/** False while programs are in it. */
async function removeGroup(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    (error: unknown) => codeOf(error) === 'ENOENT',
  );
}

/** Names of the groups of hosts that exist. */
export async function listGroups(groups: ShareGroups): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const folder of groupFolders(groups))
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
      if (entry.isDirectory()) names.add(entry.name);
  return names;
}

/** Removes a host's group, under its name; false while programs are in it. */
export async function removeHostGroup(groups: ShareGroups, name: string): Promise<boolean> {
  const removed = await Promise.all(groupFolders(groups).map((folder) => removeGroup(join(folder, name))));
  return removed.every(Boolean);
}

/** Removes all groups of an installation, except those with programs. */
export async function removeAllGroups(groups: ShareGroups): Promise<void> {
  for (const name of await listGroups(groups)) await removeHostGroup(groups, name);
  for (const folder of groupFolders(groups)) await removeGroup(folder);
}

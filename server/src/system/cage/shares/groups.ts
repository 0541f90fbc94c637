import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '#faults/error-code';
import { groupFolders, type ShareGroups } from './shares';

/** The kernel counts a program for some moments after its end. */
const [TRIES, PAUSE_MS] = [20, 10];

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

/** Removes a group whose programs are ending; false if some are still in it after a fifth of a second. */
export async function removeEndingGroup(groups: ShareGroups, name: string): Promise<boolean> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    if (await removeHostGroup(groups, name)) return true;
    await sleep(PAUSE_MS);
  }
  return removeHostGroup(groups, name);
}

/** Removes all groups of an installation, except those with programs. */
export async function removeAllGroups(groups: ShareGroups): Promise<void> {
  for (const name of await listGroups(groups)) await removeEndingGroup(groups, name);
  for (const folder of groupFolders(groups)) await removeGroup(folder);
}

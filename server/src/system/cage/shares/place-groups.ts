import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Hierarchy } from './hierarchies';
import { CONTROLLERS, type Controller, type ShareGroups } from './shares';

/** Names in version 1 of what limits. */
const NAMES_1: Record<Controller, string> = { memory: 'memory', pids: 'pids', cpu: 'cpu', io: 'blkio' };
const CPU_TIME = 'cpuacct';

/** Group of the product's own processes, where the groups of hosts are beside it. */
export const OWN_GROUP = 'sitedeck-own';

/** Where the group of an installation is created in version 1: below the own group, for each controller. */
export function placeVersion1(hierarchies: readonly Hierarchy[], name: string): ShareGroups {
  const folderOf = (controller: string) => {
    const found = hierarchies.find((one) => one.controllers.includes(controller));
    return found && join(found.own, name);
  };
  const folders = CONTROLLERS.flatMap((controller): [Controller, string][] => {
    const folder = folderOf(NAMES_1[controller]);
    return folder === undefined ? [] : [[controller, folder]];
  });
  const cpuTime = folderOf(CPU_TIME);
  return { version: 1, folders: Object.fromEntries(folders), ...(cpuTime !== undefined && { cpuTime }) };
}

/** A change of a hierarchy of version 2. */
export type Step =
  | { readonly is: 'create'; readonly folder: string }
  /** Fails where the kernel offers no such controller, or the group has processes; the next one may work. */
  | { readonly is: 'write'; readonly file: string; readonly value: string };

/** The groups of version 2 that this process sees. */
export interface Surroundings {
  readonly hierarchy: Hierarchy;
  /** Processes in the own group. */
  readonly pids: readonly number[];
  /** This process. */
  readonly self: number;
}

const create = (folder: string): Step => ({ is: 'create', folder });
const write = (folder: string, name: string, value: string): Step => ({
  is: 'write',
  file: join(folder, name),
  value,
});
const enable = (folder: string): readonly Step[] =>
  CONTROLLERS.map((controller) => write(folder, 'cgroup.subtree_control', `+${controller}`));

/**
 * How the group of an installation is created in version 2. A group with processes can't limit groups below it. So if
 * the own group contains only this process (a service of systemd), it moves into a group of its own beside those of
 * hosts. Other processes are not moved: in a user's session the group is created at the top.
 */
export function placeVersion2({ hierarchy, pids, self }: Surroundings, name: string) {
  const { top, own } = hierarchy;
  const wasMoved = basename(own) === OWN_GROUP;
  const isAlone = own !== top && !wasMoved && pids.every((pid) => pid === self);
  const parent = wasMoved ? dirname(own) : isAlone ? own : top;
  const group = join(parent, name);
  const leaf = join(own, OWN_GROUP);
  const steps = [
    ...(isAlone ? [create(leaf), write(leaf, 'cgroup.procs', String(self))] : []),
    ...enable(parent),
    create(group),
    ...enable(group),
  ];
  return { group, steps };
}

async function take(step: Step): Promise<void> {
  if (step.is === 'create') await mkdir(step.folder, { recursive: true });
  else await writeFile(step.file, step.value, { flag: 'r+' }).catch(() => undefined);
}

const words = async (file: string): Promise<readonly string[]> =>
  (await readFile(file, 'utf8')).split(/\s+/).filter(Boolean);

/** Creates the group of an installation in version 2; which controllers work is read from it. */
export async function createVersion2(hierarchy: Hierarchy, name: string): Promise<ShareGroups> {
  const pids = (await words(join(hierarchy.own, 'cgroup.procs'))).map(Number);
  const { group, steps } = placeVersion2({ hierarchy, pids, self: process.pid }, name);
  for (const step of steps) await take(step);
  const enabled = await words(join(group, 'cgroup.subtree_control'));
  const folders = CONTROLLERS.filter((one) => enabled.includes(one)).map((one) => [one, group] as const);
  return { version: 2, folders: Object.fromEntries(folders), cpuTime: group };
}

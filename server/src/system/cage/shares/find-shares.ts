import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cages } from '#system/cage/engine';
import { run } from '#system/process/exec';
import { removeAllGroups, removeEndingGroup } from './groups';
import { findHierarchies, type Hierarchy } from './hierarchies';
import { inShare } from './join-share';
import { limitFiles, writeLimits } from './limit-files';
import { createVersion2, placeVersion1 } from './place-groups';
import {
  CONTROLLERS,
  EQUAL_WEIGHT,
  groupFolders,
  type Controller,
  type ShareGroups,
  type Shares,
} from './shares';

/** Limits of a group that is created to find out what works. */
const PROBE_LIMITS = {
  memoryBytes: 64 * 1024 ** 2,
  processes: 8,
  cpuPercent: 100,
  cpuWeight: EQUAL_WEIGHT,
  ioWeight: EQUAL_WEIGHT,
};

/** No host has such a code. */
const PROBE = 'probe';

/** Creates a group for each controller and limits it; returns those that work. */
async function limitProbe({ version, folders }: ShareGroups): Promise<readonly Controller[]> {
  const working: Controller[] = [];
  for (const controller of CONTROLLERS) {
    const parent = folders[controller];
    if (parent === undefined) continue;
    const folder = join(parent, PROBE);
    try {
      await mkdir(folder, { recursive: true });
      await writeLimits(folder, limitFiles(version, controller, PROBE_LIMITS));
      working.push(controller);
    } catch {
      // Not limited on this machine; the start names the others.
    }
  }
  return working;
}

/** Whether a program is in these groups once it has joined them. */
async function canJoin(folders: readonly string[]): Promise<boolean> {
  const share = { joins: folders.map((folder) => join(folder, 'cgroup.procs')), memoryBytes: undefined };
  const { code, stdout } = await run(inShare(share, { file: '/bin/cat', args: ['/proc/self/cgroup'] }));
  const joined = stdout.split('\n').filter((line) => line.endsWith(`/${PROBE}`));
  return code === 0 && joined.length === folders.length;
}

/** Leaves out what does not work; undefined if nothing does. */
async function workingPart(groups: ShareGroups): Promise<ShareGroups | undefined> {
  const working = await limitProbe(groups);
  const { version, cpuTime } = groups;
  const counted =
    cpuTime !== undefined &&
    (await mkdir(join(cpuTime, PROBE), { recursive: true }).then(
      () => true,
      () => false,
    ));
  const part: ShareGroups = {
    version,
    folders: Object.fromEntries(working.map((controller) => [controller, groups.folders[controller]])),
    ...(counted && { cpuTime }),
  };
  const probes = groupFolders(part).map((folder) => join(folder, PROBE));
  const joins = working.length > 0 && (await canJoin(probes));
  await removeEndingGroup(groups, PROBE);
  if (joins) return part;
  await removeAllGroups(groups);
  return undefined;
}

/** Version 2 is used if it has the controller of memory; some machines have it without any. */
async function candidate(hierarchies: readonly Hierarchy[], name: string): Promise<ShareGroups | undefined> {
  const second = hierarchies.find(({ version }) => version === 2);
  const offered = second && (await readFile(join(second.top, 'cgroup.controllers'), 'utf8').catch(() => ''));
  if (second && offered?.split(/\s+/).includes('memory')) return createVersion2(second, name);
  const first = placeVersion1(hierarchies, name);
  return Object.keys(first.folders).length === 0 ? undefined : first;
}

export interface ShareQuestion {
  readonly cages: Cages;
  /** Name of the group of this installation. */
  readonly name: string;
}

/**
 * Finds out by creating groups what this machine can limit. Call it in the process that starts all others: it may move
 * into a group of its own. Without root this works where a part of the hierarchy was handed to our user.
 */
export async function findShares({ cages, name }: ShareQuestion): Promise<Shares> {
  if (cages.is === 'off') return { is: 'off', why: 'cages' };
  const [mounts, own] = await Promise.all(
    ['/proc/self/mountinfo', '/proc/self/cgroup'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const hierarchies = findHierarchies(mounts ?? '', own ?? '');
  try {
    const groups = await candidate(hierarchies, name);
    if (!groups) return { is: 'off', why: 'missing' };
    const working = await workingPart(groups);
    return working ? { is: 'on', groups: working } : { is: 'off', why: 'rights' };
  } catch {
    return { is: 'off', why: 'rights' };
  }
}

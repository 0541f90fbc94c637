import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShareGroups } from './shares';
import { field } from './share-use';

/** How often the programs of a host reached a limit since their group exists. */
export interface HitCounter {
  readonly resource: 'memory' | 'processes';
  /** Another one if the group was removed and created again. */
  readonly groupId: number;
  /** Programs that were killed, or could not be started. */
  readonly count: number;
  /** How often the group's own limit was the reason; it may also have had none, as with files in memory. */
  readonly reached: number;
}

/** The kernel takes memory for a group in pieces of this size, so its use may end below the limit. */
const CHARGED_BYTES = 1024 ** 2;

type GroupFile = (file: string) => Promise<string>;

/** Programs that were killed for want of memory, of the machine too. */
async function memoryCounts(version: ShareGroups['version'], read: GroupFile) {
  if (version === 2) {
    const events = await read('memory.events');
    return { count: field(events, 'oom_kill'), reached: field(events, 'oom') };
  }
  const count = field(await read('memory.oom_control'), 'oom_kill');
  if (count === 0) return { count, reached: 0 };
  // Failures to get memory with swap space are not counted by all kernels, so the most that was used decides.
  const [peak, limit] = [await read('memory.max_usage_in_bytes'), await read('memory.limit_in_bytes')];
  return { count, reached: Number(peak) > Number(limit) - CHARGED_BYTES ? count : 0 };
}

/** A limit of a group above can be the reason too; kernels since 6.1 know the most that ran. */
async function processCounts(read: GroupFile) {
  const count = field(await read('pids.events'), 'max');
  if (count === 0) return { count, reached: 0 };
  const [peak, limit] = [await read('pids.peak'), await read('pids.max')];
  const isOwn = peak === '' || Number(peak) >= Number(limit);
  return { count, reached: isOwn ? count : 0 };
}

/** Reads the counters of a host; none if it has no group. */
export async function readHitCounters(
  { version, folders }: ShareGroups,
  hostCode: string,
): Promise<readonly HitCounter[]> {
  const counterOf = async (
    resource: HitCounter['resource'],
    parent: string | undefined,
    counts: (read: GroupFile) => Promise<Pick<HitCounter, 'count' | 'reached'>>,
  ): Promise<readonly HitCounter[]> => {
    if (parent === undefined) return [];
    const group = await stat(join(parent, hostCode)).catch(() => undefined);
    if (!group) return [];
    // A group can be removed meanwhile.
    const read: GroupFile = async (file) =>
      (await readFile(join(parent, hostCode, file), 'utf8').catch(() => '')).trim();
    return [{ resource, groupId: group.ino, ...(await counts(read)) }];
  };
  return [
    ...(await counterOf('memory', folders.memory, (read) => memoryCounts(version, read))),
    ...(await counterOf('processes', folders.pids, processCounts)),
  ];
}

type Before = Pick<HitCounter, 'groupId' | 'count' | 'reached'>;

/** Whether the limit was reached since the counters were read before; undefined: never. */
export function isHit(before: Before | undefined, now: HitCounter): boolean {
  const { count, reached } = before?.groupId === now.groupId ? before : { count: 0, reached: 0 };
  return now.count > count && now.reached > reached;
}

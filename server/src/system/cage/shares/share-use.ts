import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listGroups } from './groups';
import { isFilesGroup, type Controller, type ShareGroups } from './shares';

/** What the programs of a host use, and how often a limit stopped them since the group exists. Absent: not limited. */
export interface ShareUse {
  readonly memory?: {
    /** Without files that the kernel keeps in memory and would drop. */
    readonly bytes: number;
    /** Highest use, with such files; undefined on older kernels. */
    readonly peakBytes: number | undefined;
    /** Programs that were killed at the limit. */
    readonly killed: number;
    /** The limit in force. */
    readonly limit: number;
  };
  readonly processes?: {
    readonly count: number;
    /** Starts of processes or threads that were refused at the limit. */
    readonly refused: number;
    readonly limit: number;
  };
  readonly cpu?: {
    readonly seconds: number;
    /** Time in which programs waited at the limit. */
    readonly throttledSeconds: number;
    /** Periods of a tenth of a second in which they reached it. */
    readonly throttledPeriods: number;
    /** Percent of one processor; undefined if only the group above is limited. */
    readonly limitPercent: number | undefined;
  };
}

/** Text of a file of a group; empty if there is none. */
type FileReader = (controller: Controller | 'cpuTime', file: string) => Promise<string>;

/** A line `name number` of a file. */
export const field = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1) ?? 0,
  );

/** A limit, which may be `max`. */
const limitIn = (text: string): number => (text === 'max' ? Infinity : Number(text));
const percentOf = (quota: string, period: string): number | undefined =>
  Number(quota) > 0 ? Math.round((Number(quota) / Number(period)) * 100) : undefined;
const peak = (text: string): number | undefined => (text === '' ? undefined : Number(text));
const workingSet = (total: string, stat: string, name: string): number =>
  Math.max(0, Number(total) - field(stat, name));

interface UseReaders {
  readonly memory: (read: FileReader) => Promise<NonNullable<ShareUse['memory']>>;
  readonly cpu: (read: FileReader) => Promise<NonNullable<ShareUse['cpu']>>;
}

const MICRO = 1e6;
const NANO = 1e9;

const VERSION_2: UseReaders = {
  memory: async (read) => ({
    bytes: workingSet(
      await read('memory', 'memory.current'),
      await read('memory', 'memory.stat'),
      'inactive_file',
    ),
    peakBytes: peak(await read('memory', 'memory.peak')),
    killed: field(await read('memory', 'memory.events'), 'oom_kill'),
    limit: limitIn(await read('memory', 'memory.max')),
  }),
  cpu: async (read) => {
    const stat = await read('cpu', 'cpu.stat');
    const [quota = '', period = ''] = (await read('cpu', 'cpu.max')).split(' ');
    return {
      seconds: field(stat, 'usage_usec') / MICRO,
      throttledSeconds: field(stat, 'throttled_usec') / MICRO,
      throttledPeriods: field(stat, 'nr_throttled'),
      limitPercent: percentOf(quota, period),
    };
  },
};

const VERSION_1: UseReaders = {
  memory: async (read) => ({
    bytes: workingSet(
      await read('memory', 'memory.usage_in_bytes'),
      await read('memory', 'memory.stat'),
      'total_inactive_file',
    ),
    peakBytes: peak(await read('memory', 'memory.max_usage_in_bytes')),
    killed: field(await read('memory', 'memory.oom_control'), 'oom_kill'),
    limit: limitIn(await read('memory', 'memory.limit_in_bytes')),
  }),
  cpu: async (read) => {
    const stat = await read('cpu', 'cpu.stat');
    return {
      seconds: Number(await read('cpuTime', 'cpuacct.usage')) / NANO,
      throttledSeconds: field(stat, 'throttled_time') / NANO,
      throttledPeriods: field(stat, 'nr_throttled'),
      limitPercent: percentOf(await read('cpu', 'cpu.cfs_quota_us'), await read('cpu', 'cpu.cfs_period_us')),
    };
  },
};

const makeReader =
  ({ folders, cpuTime }: ShareGroups, hostCode: string): FileReader =>
  async (controller, file) => {
    const folder = controller === 'cpuTime' ? cpuTime : folders[controller];
    if (folder === undefined) return '';
    // A group can be removed meanwhile.
    return (await readFile(join(folder, hostCode, file), 'utf8').catch(() => '')).trim();
  };

/** Bytes of memory that the programs of a host use, without what the kernel would drop; 0 without programs. */
export async function readMemoryInUse(groups: ShareGroups, hostCode: string): Promise<number> {
  const readers = groups.version === 2 ? VERSION_2 : VERSION_1;
  return groups.folders.memory === undefined ? 0 : (await readers.memory(makeReader(groups, hostCode))).bytes;
}

/** Reads what the programs of a host use. Groups are readable by every user, so the API can call it. */
export async function readShareUse(groups: ShareGroups, hostCode: string): Promise<ShareUse> {
  const { version, folders } = groups;
  const readers = version === 2 ? VERSION_2 : VERSION_1;
  const read = makeReader(groups, hostCode);
  return {
    ...(folders.memory !== undefined && { memory: await readers.memory(read) }),
    ...(folders.pids !== undefined && {
      processes: {
        count: Number(await read('pids', 'pids.current')),
        refused: field(await read('pids', 'pids.events'), 'max'),
        limit: limitIn(await read('pids', 'pids.max')),
      },
    }),
    ...(folders.cpu !== undefined && { cpu: await readers.cpu(read) }),
  };
}

/** Use of every host whose programs have a group. */
export async function readAllUses(groups: ShareGroups): Promise<ReadonlyMap<string, ShareUse>> {
  const names = [...(await listGroups(groups))].filter((name) => !isFilesGroup(name)).sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readShareUse(groups, name)] as const)),
  );
}

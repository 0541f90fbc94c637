import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#faults/error-code';
import type { CgroupVersion, Controller, HostLimits } from './shares';

/** A value for a file of a group. Of several names, the kernel has one. */
export interface LimitFile {
  readonly names: readonly string[];
  readonly value: string;
  /** Not every kernel has it. */
  readonly isOptional?: true;
  /** Written only if this file has a lower number. */
  readonly toRaise?: { readonly name: string; readonly above: number };
  /** Written if the kernel calls the value invalid. */
  readonly orElse?: string;
}

const file = (value: number | string, ...names: readonly string[]): LimitFile => ({
  names,
  value: String(value),
});
const ifPresent = (value: number | string, ...names: readonly string[]): LimitFile => ({
  ...file(value, ...names),
  isOptional: true,
});

const PERIOD_US = 100_000;
const quotaUs = ({ cpuPercent }: HostLimits): number => Math.round((cpuPercent / 100) * PERIOD_US);

type LimitsByController = Record<Controller, (limits: HostLimits) => readonly LimitFile[]>;

/** Documentation/admin-guide/cgroup-v2.rst of the kernel. */
const VERSION_2: LimitsByController = {
  memory: ({ memoryBytes, endsOneByOne = false }) => [
    file(memoryBytes, 'memory.max'),
    // A program over its memory ends instead of filling the machine's swap space.
    ifPresent(0, 'memory.swap.max'),
    ifPresent(endsOneByOne ? 0 : 1, 'memory.oom.group'),
  ],
  pids: ({ processes }) => [file(processes, 'pids.max')],
  cpu: (limits) => [file(limits.cpuWeight, 'cpu.weight'), file(`${quotaUs(limits)} ${PERIOD_US}`, 'cpu.max')],
  io: ({ ioWeight }) => [file(`default ${ioWeight}`, 'io.weight', 'io.bfq.weight')],
};

/** Share of a group without settings, in version 1; the equal weight of version 2 is 100. */
const CPU_SHARES = 1024;
const IO_WEIGHTS = { lowest: 10, highest: 1000 };
const ioWeight1 = ({ ioWeight }: HostLimits): number =>
  Math.min(Math.max(ioWeight, IO_WEIGHTS.lowest), IO_WEIGHTS.highest);

/** Documentation/admin-guide/cgroup-v1 of the kernel. */
const VERSION_1: LimitsByController = {
  memory: ({ memoryBytes }) => [
    // Memory with swap space must not be below memory, so it is lifted before memory may grow.
    {
      ...ifPresent(-1, 'memory.memsw.limit_in_bytes'),
      toRaise: { name: 'memory.limit_in_bytes', above: memoryBytes },
    },
    file(memoryBytes, 'memory.limit_in_bytes'),
    ifPresent(memoryBytes, 'memory.memsw.limit_in_bytes'),
  ],
  pids: ({ processes }) => [file(processes, 'pids.max')],
  cpu: (limits) => [
    file(Math.max(2, Math.round((limits.cpuWeight * CPU_SHARES) / 100)), 'cpu.shares'),
    file(PERIOD_US, 'cpu.cfs_period_us'),
    // More than the group above has is invalid: then its limit is the host's.
    { ...file(quotaUs(limits), 'cpu.cfs_quota_us'), orElse: '-1' },
  ],
  io: (limits) => [file(ioWeight1(limits), 'blkio.bfq.weight', 'blkio.weight')],
};

/** What is written to limit a group, in this order. */
export const limitFiles = (
  version: CgroupVersion,
  controller: Controller,
  limits: HostLimits,
): readonly LimitFile[] => (version === 2 ? VERSION_2 : VERSION_1)[controller](limits);

async function isToBeWritten(folder: string, { toRaise }: LimitFile): Promise<boolean> {
  if (toRaise === undefined) return true;
  return Number(await readFile(join(folder, toRaise.name), 'utf8')) < toRaise.above;
}

// Not created: the kernel refuses that with another error.
const write = (path: string, value: string): Promise<void> => writeFile(path, value, { flag: 'r+' });

async function writeOne(folder: string, one: LimitFile): Promise<void> {
  if (!(await isToBeWritten(folder, one))) return;
  const { names, value, isOptional, orElse } = one;
  for (const name of names) {
    const path = join(folder, name);
    try {
      return await write(path, value).catch((error: unknown) => {
        if (codeOf(error) !== 'EINVAL' || orElse === undefined) throw error;
        return write(path, orElse);
      });
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
  if (!isOptional) throw new Error(`${folder} has no ${names.join(' or ')}`);
}

/** `busy`: programs use more memory than the new limit, so the previous one holds. */
export async function writeLimits(folder: string, files: readonly LimitFile[]): Promise<'written' | 'busy'> {
  try {
    for (const one of files) await writeOne(folder, one);
    return 'written';
  } catch (error) {
    if (codeOf(error) !== 'EBUSY') throw error;
    return 'busy';
  }
}

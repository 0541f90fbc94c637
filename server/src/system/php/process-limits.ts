import { readFile } from 'node:fs/promises';
import { findProgram, type Command } from '#system/process/exec';
import type { Isolation } from '#system/process/identity';

const KERNEL_NAMES = {
  nproc: 'Max processes',
  data: 'Max data size',
  core: 'Max core file size',
} as const;
type Resource = keyof typeof KERNEL_NAMES;

/** Processes and threads of one host. A site needs eight workers and the programs they start. */
export const HOST_PROCESSES = 256;
/** Private memory of one process, bytes: twice the largest memory limit that a host may set. */
const DATA_BYTES = 2 * 1024 ** 3;

/**
 * Programs that PHP starts can't raise them. The kernel counts processes by uid and exempts root, so the
 * master may have any number of pools. Without isolation the product's own processes would be counted too, so
 * their number is not limited.
 */
const wanted = ({ is }: Isolation): readonly (readonly [Resource, number])[] => [
  ['core', 0],
  ['data', DATA_BYTES],
  ...(is === 'separate' ? [['nproc', HOST_PROCESSES] as const] : []),
];

/** Current hard limit of this process: root of a container can't raise it. */
function hardLimit(limits: string, resource: Resource): number {
  const line = limits.split('\n').find((one) => one.startsWith(KERNEL_NAMES[resource]));
  const hard = line?.slice(KERNEL_NAMES[resource].length).trim().split(/\s+/)[1];
  return hard === undefined || hard === 'unlimited' ? Infinity : Number(hard);
}

/** The command under the limits of PHP; unchanged if the machine has no `prlimit`. */
export async function withPhpLimits(command: Command, isolation: Isolation): Promise<Command> {
  const prlimit = await findProgram('prlimit');
  if (prlimit === undefined) return command;
  const now = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const options = wanted(isolation).map(
    ([resource, value]) => `--${resource}=${Math.min(value, hardLimit(now, resource))}`,
  );
  return { file: prlimit, args: [...options, '--', command.file, ...command.args] };
}

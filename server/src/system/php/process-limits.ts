import { readFile } from 'node:fs/promises';
import { findProgram, type Command } from '#system/process/exec';

const KERNEL_NAMES = {
  nproc: 'Max processes',
  data: 'Max data size',
  core: 'Max core file size',
} as const;
type Resource = keyof typeof KERNEL_NAMES;

/** Processes and threads of one host without a share. A site needs eight workers and the programs they start. */
export const HOST_PROCESSES = 256;
/** Private memory of one process, bytes: twice the largest memory limit that a host may set. */
const DATA_BYTES = 2 * 1024 ** 3;

/**
 * Programs that PHP starts can't raise them.
 * @param isCounted whether the kernel counts the processes of a host alone
 */
const wanted = (isCounted: boolean): readonly (readonly [Resource, number])[] => [
  ['core', 0],
  ['data', DATA_BYTES],
  ...(isCounted ? [['nproc', HOST_PROCESSES] as const] : []),
];

/** Current hard limit of this process: root of a container can't raise it. */
function hardLimit(limits: string, resource: Resource): number {
  const line = limits.split('\n').find((one) => one.startsWith(KERNEL_NAMES[resource]));
  const hard = line?.slice(KERNEL_NAMES[resource].length).trim().split(/\s+/)[1];
  return hard === undefined || hard === 'unlimited' ? Infinity : Number(hard);
}

/** The command under the limits of PHP; unchanged if the machine has no `prlimit`. */
export async function withPhpLimits(command: Command, isCounted: boolean): Promise<Command> {
  const prlimit = await findProgram('prlimit');
  if (prlimit === undefined) return command;
  const now = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const options = wanted(isCounted).map(
    ([resource, value]) => `--${resource}=${Math.min(value, hardLimit(now, resource))}`,
  );
  return { file: prlimit, args: [...options, '--', command.file, ...command.args] };
}

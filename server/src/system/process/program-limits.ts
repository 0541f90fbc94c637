import { readFile } from 'node:fs/promises';
import { findProgram, type Command } from './exec';

const KERNEL_NAMES = {
  nproc: 'Max processes',
  data: 'Max data size',
  core: 'Max core file size',
  nofile: 'Max open files',
} as const;
type Resource = keyof typeof KERNEL_NAMES;

/** Names as `prlimit` knows them, and the highest values. */
export type ProgramLimits = readonly (readonly [Resource, number])[];

/** Current hard limit of this process: root of a container can't raise it. */
function hardLimit(limits: string, resource: Resource): number {
  const line = limits.split('\n').find((one) => one.startsWith(KERNEL_NAMES[resource]));
  const hard = line?.slice(KERNEL_NAMES[resource].length).trim().split(/\s+/)[1];
  return hard === undefined || hard === 'unlimited' ? Infinity : Number(hard);
}

/** The command under limits that neither it nor its programs can raise; unchanged if the machine has no `prlimit`. */
export async function withProgramLimits(command: Command, limits: ProgramLimits): Promise<Command> {
  const prlimit = await findProgram('prlimit');
  if (prlimit === undefined) return command;
  const now = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const options = limits.map(
    ([resource, value]) => `--${resource}=${Math.min(value, hardLimit(now, resource))}`,
  );
  return { file: prlimit, args: [...options, '--', command.file, ...command.args] };
}

import type { Command } from '#system/process/exec';
import { withProgramLimits, type ProgramLimits } from '#system/process/program-limits';

/** Processes and threads of one host without a share. A site needs eight workers and the programs they start. */
export const HOST_PROCESSES = 256;
/** Private memory of one process, bytes: twice the largest memory limit that a host may set. */
const DATA_BYTES = 2 * 1024 ** 3;

/** @param isCounted whether the kernel counts the processes of a host alone */
const wanted = (isCounted: boolean): ProgramLimits => [
  ['core', 0],
  ['data', DATA_BYTES],
  ...(isCounted ? [['nproc', HOST_PROCESSES] as const] : []),
];

/** The command under the limits of PHP. */
export const withPhpLimits = (command: Command, isCounted: boolean): Promise<Command> =>
  withProgramLimits(command, wanted(isCounted));

import type { Command } from './exec';

/** Limits the size of files that a program writes, bytes; the kernel enforces it. Undefined: no limit. */
export const withFileSizeLimit = (bytes: number | undefined, { file, args }: Command): Command =>
  bytes === undefined
    ? { file, args }
    : { file: 'prlimit', args: [`--fsize=${bytes}`, '--core=0', '--', file, ...args] };

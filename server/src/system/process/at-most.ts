import type { Command } from './exec';

/** The kernel ends what would write more into a file, however fast it is; undefined: there is no limit. */
export const atMost = (bytes: number | undefined, { file, args }: Command): Command =>
  bytes === undefined
    ? { file, args }
    : { file: 'prlimit', args: [`--fsize=${bytes}`, '--core=0', '--', file, ...args] };

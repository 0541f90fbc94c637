/** The kernel ends the program with SIGTERM when the bench ends, also when the bench is killed. */
export const ENDS_WITH_BENCH = ['setpriv', '--pdeathsig', 'TERM', '--'] as const;

/**
 * Command line of a program that must not outlive the bench, for `spawn`. A program that changes its own uid loses
 * this bond: it watches its standard input instead.
 */
export function endingWithBench(file: string, args: readonly string[]): readonly [string, string[]] {
  const [program, ...before] = ENDS_WITH_BENCH;
  return [program, [...before, file, ...args]];
}

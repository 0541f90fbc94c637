import { setTimeout as sleep } from 'node:timers/promises';
import { commandLineOf, memoryMbOf, treeOf } from './processes';

const POLL_MS = 250;
/** Engines, whose memory depends on earlier work: they never give it back. */
const ENGINES = /mariadbd|postgres|nginx|php-fpm|daemon\.pid/;

const memoryOf = (pid: number): number => {
  try {
    return ENGINES.test(commandLineOf(pid)) ? 0 : memoryMbOf(pid);
  } catch {
    // The process has ended meanwhile.
    return 0;
  }
};

const sumOf = (main: number): number => treeOf(main).reduce((sum, pid) => sum + memoryOf(pid), 0);

/** Peak memory of our own processes and the programs they start while `work` runs, MB. */
export async function peakMemoryMb(main: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const done = new AbortController();
  const working = work().finally(() => done.abort());
  // The caller gets the rejection from the `await` below.
  working.catch(() => undefined);
  while (!done.signal.aborted) {
    peak = Math.max(peak, sumOf(main));
    await sleep(POLL_MS);
  }
  await working;
  return peak;
}

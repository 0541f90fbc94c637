import { setFlagsFromString } from 'node:v8';

/** Of the heap, percent more of garbage before all of it is gone through; 0: as the engine finds best. */
const setHeapGrowth = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`);
const ROOMY = 200;

let running = 0;

/**
 * Runs work through which megabytes of short-lived buffers and texts flow. The collector counts them as the heap's own
 * and would go through all of that for every few of them, which costs as much as the work itself.
 */
export async function withRareGarbageCollection<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1;
  setHeapGrowth(ROOMY);
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) setHeapGrowth(0);
  }
}

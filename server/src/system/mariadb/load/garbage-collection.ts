import { setFlagsFromString } from 'node:v8';

/** How much the heap may grow with garbage before a full collection, percent; 0: the engine decides. */
const setHeapGrowth = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`);
const ROOMY = 200;

let running = 0;

/**
 * Runs work that allocates megabytes of short-lived buffers and texts. The collector counts them as heap and
 * would run a full collection for every few megabytes, which costs as much as the work itself.
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

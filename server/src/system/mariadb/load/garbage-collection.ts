import { setFlagsFromString } from 'node:v8';

/** Of the heap, percent more of garbage before all of it is gone through; 0: as the engine finds best. */
const roomFor = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`);
const ROOMY = 200;

let works = 0;

/**
 * Runs work through which megabytes of short-lived buffers and texts flow. The collector counts them as the heap's own
 * and would go through all of that for every few of them, which costs as much as the work itself.
 */
export async function whileMuchFlows<Result>(work: () => Promise<Result>): Promise<Result> {
  works += 1;
  roomFor(ROOMY);
  try {
    return await work();
  } finally {
    works -= 1;
    if (works === 0) roomFor(0);
  }
}

export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Use it to run jobs strictly one after another, in order of arrival, however many wait. A job that fails does not stop
 * those behind it. `makeQueue` bounds the waiting jobs; `makeReadWriteLock` lets readers run in parallel.
 */
export function makeMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}

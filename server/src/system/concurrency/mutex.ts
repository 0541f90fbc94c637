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

/**
 * Use it where jobs of one key exclude each other and those of different keys run in parallel. A key that has no jobs
 * takes no memory.
 */
export interface MutexPerKey<Key> {
  run<Result>(key: Key, work: () => Promise<Result>): Promise<Result>;
  /** Resolves when every job so far has ended. */
  settled(): Promise<void>;
}

export function makeMutexPerKey<Key>(): MutexPerKey<Key> {
  const last = new Map<Key, Promise<unknown>>();
  return {
    run: (key, work) => {
      const run = (last.get(key) ?? Promise.resolve()).then(work);
      const ended = run
        .catch(() => undefined)
        .finally(() => {
          if (last.get(key) === ended) last.delete(key);
        });
      last.set(key, ended);
      return run;
    },
    settled: async () => void (await Promise.all(last.values())),
  };
}

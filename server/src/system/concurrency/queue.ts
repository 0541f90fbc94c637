import { busyRefusal, Refusal } from '#faults/refusal';

export interface QueueOptions {
  /** Aborted when the caller disconnects; a job that still waits then leaves the queue. */
  readonly signal?: AbortSignal | undefined;
}

type Run = <Value>(work: () => Promise<Value>, waiting?: QueueOptions) => Promise<Value>;
type RunOf = <Value>(key: string, work: () => Promise<Value>, waiting?: QueueOptions) => Promise<Value>;

/**
 * Use it to bound work that costs memory or processor time. Runs a limited number of jobs at once, the others in order
 * of arrival.
 * @param slots jobs at once
 * @param mostWaiting jobs that may wait; more are refused (too-busy)
 */
export function makeQueue(slots: number, mostWaiting: number): Run {
  let free = slots;
  const queue = new Set<() => void>();

  const waitForTurn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.delete(begin);
        reject(busyRefusal());
      };
      const begin = () => {
        queue.delete(begin);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      queue.add(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return async (work, { signal } = {}) => {
    if (signal?.aborted) throw busyRefusal();
    if (free > 0) free -= 1;
    else if (queue.size >= mostWaiting) throw busyRefusal();
    else await waitForTurn(signal);
    try {
      return await work();
    } finally {
      const [next] = queue;
      if (next) next();
      else free += 1;
    }
  };
}

/**
 * Use it for jobs that must not overlap per key. Runs them one after another, or `atOnce` together; at most `mostWaiting`
 * of a key may wait.
 */
export function makeQueuePerKey(mostWaiting: number, atOnce = 1): RunOf {
  const queues = new Map<string, { readonly run: Run; users: number }>();
  return async (key, work, waiting) => {
    const own = queues.get(key) ?? { run: makeQueue(atOnce, mostWaiting), users: 0 };
    queues.set(key, own);
    own.users += 1;
    try {
      return await own.run(work, waiting);
    } finally {
      own.users -= 1;
      if (own.users === 0) queues.delete(key);
    }
  };
}

/** Use it where a job must start now or not at all: refuses a key that already runs `most` jobs (too-many-at-once). */
export function limitPerKey(
  most: number,
): <Value>(key: string, work: () => Promise<Value>) => Promise<Value> {
  const open = new Map<string, number>();
  return async (key, work) => {
    const before = open.get(key) ?? 0;
    if (before >= most) throw new Refusal('too-many-at-once', { retryAfter: 1 });
    open.set(key, before + 1);
    try {
      return await work();
    } finally {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    }
  };
}

/** Jobs that may wait at the same time after their keys have let them through. */
const KEYS_WAITING = 1000;

/**
 * Use it for costly calls of many tenants. Runs a limited number of jobs at once, one or `atOnce` per key, so that the
 * jobs of one key never delay another key. Refuses a key with `most` jobs running or waiting (too-many-at-once).
 */
export function makeFairQueue(slots: number, most: number, atOnce = 1): RunOf {
  const [few, ofKey] = [limitPerKey(most), makeQueuePerKey(most, atOnce)];
  const some = makeQueue(slots, KEYS_WAITING);
  return (key, work, waiting) => few(key, () => ofKey(key, () => some(work, waiting), waiting));
}

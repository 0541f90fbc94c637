import { busy, Refusal } from '#faults/refusal';

/** A waiting caller: one that disconnects leaves the queue, and a full queue refuses the next one. */
export interface Waiting {
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal | undefined;
}

type Run = <Value>(work: () => Promise<Value>, waiting?: Waiting) => Promise<Value>;
type RunOf = <Value>(key: string, work: () => Promise<Value>, waiting?: Waiting) => Promise<Value>;

/**
 * Runs a limited number of jobs at once, the others in order of arrival. A job whose caller disconnects while it waits
 * never starts.
 * @param slots jobs at once
 * @param mostWaiting jobs that may wait; more are refused (too-busy)
 */
export function atMost(slots: number, mostWaiting: number): Run {
  let free = slots;
  const queue = new Set<() => void>();

  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.delete(begin);
        reject(busy());
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
    if (signal?.aborted) throw busy();
    if (free > 0) free -= 1;
    else if (queue.size >= mostWaiting) throw busy();
    else await turn(signal);
    try {
      return await work();
    } finally {
      const [next] = queue;
      if (next) next();
      else free += 1;
    }
  };
}

/** Runs the jobs of each key one after another; at most `mostWaiting` jobs of a key may wait. */
export function inTurn(mostWaiting: number): RunOf {
  const lines = new Map<string, { readonly run: Run; users: number }>();
  return async (key, work, waiting) => {
    const line = lines.get(key) ?? { run: atMost(1, mostWaiting), users: 0 };
    lines.set(key, line);
    line.users += 1;
    try {
      return await line.run(work, waiting);
    } finally {
      line.users -= 1;
      if (line.users === 0) lines.delete(key);
    }
  };
}

/** So many of each key at once; one that has as many is refused more (too-many-at-once). */
export function boundedEach(
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

/** Keys that may wait at the same time, each with one job. */
const KEYS_WAITING = 1000;

/**
 * Runs a limited number of jobs at once, one per key, so that the queue of one key never delays another key. A key with
 * `most` jobs running or waiting is refused more (too-many-at-once).
 */
export function fairly(slots: number, most: number): RunOf {
  const [few, ofKey, some] = [boundedEach(most), inTurn(most), atMost(slots, KEYS_WAITING)];
  return (key, work, waiting) => few(key, () => ofKey(key, () => some(work, waiting), waiting));
}

import { Refusal } from './refusal';

/** One after another for each key, in the order they came. What fails stops nobody behind it. */
export function inTurn(): <Value>(key: string, work: () => Promise<Value>) => Promise<Value> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
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
    if (before >= most) throw new Refusal('too-many-at-once');
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

/**
 * So many at once, one of each key: nobody's many keep the others waiting. A key that has `most` under way or waiting
 * is refused more (too-many-at-once).
 */
export function fairly(
  slots: number,
  most: number,
): <Value>(key: string, work: () => Promise<Value>) => Promise<Value> {
  const [few, ofKey, some] = [boundedEach(most), inTurn(), atMost(slots)];
  return (key, work) => few(key, () => ofKey(key, () => some(work)));
}

/** So many at once, the others in the order they came. */
export function atMost(slots: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let free = slots;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

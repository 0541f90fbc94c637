/** An item of a batch. Settle it in the run; one that is left unsettled fails with the run's error. */
export interface BatchItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

type Run<Key, Item, Result> = (key: Key, batch: readonly BatchItem<Item, Result>[]) => Promise<void>;

/**
 * Use it for work that costs nearly the same for many items as for one. Runs one batch per key at a time: a lone item
 * starts at once, and those that come while a batch runs form the next one, in order of arrival.
 */
export function makeBatches<Key, Item, Result>(run: Run<Key, Item, Result>) {
  const waiting = new Map<Key, BatchItem<Item, Result>[]>();

  async function runAll(key: Key): Promise<void> {
    for (;;) {
      const batch = waiting.get(key) ?? [];
      if (batch.length === 0) return void waiting.delete(key);
      waiting.set(key, []);
      await run(key, batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
  }

  return (key: Key, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const others = waiting.get(key);
      const one = { item, resolve, reject };
      if (others) return void others.push(one);
      waiting.set(key, [one]);
      void runAll(key);
    });
}

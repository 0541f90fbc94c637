import { setTimeout as sleep } from 'node:timers/promises';
import { makeBatches, type BatchItem } from './batches';

type Batch = readonly BatchItem<number, number>[];

describe('batches', () => {
  it('runs a lone item at once, and those that come meanwhile together and in order', async () => {
    const runs: number[][] = [];
    const add = makeBatches(async (_key: string, batch: Batch) => {
      runs.push(batch.map(({ item }) => item));
      await sleep(10);
      for (const { item, resolve } of batch) resolve(item * 2);
    });
    expect(await Promise.all([1, 2, 3, 4].map((item) => add('a', item)))).toEqual([2, 4, 6, 8]);
    expect(runs).toEqual([[1], [2, 3, 4]]);
    expect(await add('a', 5)).toBe(10);
  });

  it('runs different keys side by side, one batch of each at a time', async () => {
    const active = new Map<string, number>();
    let most = 0;
    const add = makeBatches(async (key: string, batch: Batch) => {
      active.set(key, (active.get(key) ?? 0) + 1);
      expect(active.get(key)).toBe(1);
      most = Math.max(most, active.size);
      await sleep(10);
      active.delete(key);
      for (const { item, resolve } of batch) resolve(item);
    });
    await Promise.all([1, 2, 3].flatMap((item) => [add('a', item), add('b', item)]));
    expect(most).toBe(2);
  });

  it('fails the unsettled items of a failed run, and runs the next batch', async () => {
    const add = makeBatches(async (_key: string, [first, ...others]: Batch) => {
      await sleep(5);
      first?.resolve(1);
      if (others.length > 0) throw new Error('broken');
    });
    const all = await Promise.allSettled([1, 2, 3].map((item) => add('a', item)));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await add('a', 4)).toBe(1);
  });
});

import { makeQueue, makeFairQueue, makeQueuePerKey } from './queue';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when the test ends it. */
function workOf() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

const busy = { reason: 'too-busy', detail: { retryAfter: 1 } };

it('refuses a caller when the queue is full, and continues in order', async () => {
  const { begun, work, end } = workOf();
  const run = makeQueue(1, 2);
  const results = ['a', 'b', 'c'].map((name) => run(work(name)));
  await expect(run(work('d'))).rejects.toMatchObject(busy);
  for (const name of ['a', 'b', 'c']) {
    end(name);
    await settled();
  }
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
  expect(begun).toEqual(['a', 'b', 'c']);
});

it('skips work whose caller disconnected while it waited, and frees its slot for the next', async () => {
  const { begun, work, end } = workOf();
  const run = makeQueuePerKey(1);
  const caller = new AbortController();
  const first = run('key', work('first'));
  const left = run('key', work('left'), { signal: caller.signal });
  caller.abort();
  await expect(left).rejects.toMatchObject(busy);
  const next = run('key', work('next'));
  end('first');
  await first;
  await settled();
  end('next');
  await next;
  expect(begun).toEqual(['first', 'next']);
  await expect(run('key', work('late'), { signal: caller.signal })).rejects.toMatchObject(busy);
});

it('continues after work that fails', async () => {
  const run = makeQueue(1, 5);
  const failed = run(() => Promise.reject(new Error('broken')));
  const next = run(() => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

it('runs one job per key at a time, so that no key waits for the queue of another', async () => {
  const { begun, work, end } = workOf();
  const run = makeFairQueue(2, 3);
  const results = ['a1', 'a2', 'a3', 'b1'].map((name) => run(name.slice(0, 1), work(name)));
  await expect(run('a', work('a4'))).rejects.toMatchObject({ reason: 'too-many-at-once' });
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2', 'a3']) {
    end(name);
    await settled();
  }
  expect(await Promise.all(results)).toHaveLength(4);
});

it('runs as many jobs per key at a time as it was made for, and leaves other keys their slots', async () => {
  const { begun, work, end } = workOf();
  const run = makeFairQueue(3, 5, 2);
  const results = ['a1', 'a2', 'a3', 'b1'].map((name) => run(name.slice(0, 1), work(name)));
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (const name of ['a2', 'a1', 'b1', 'a3']) {
    end(name);
    await settled();
  }
  expect(await Promise.all(results)).toHaveLength(4);
});

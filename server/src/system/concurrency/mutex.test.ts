import { makeMutex, makeMutexPerKey } from './mutex';

/** A job that writes its begin and its end to a log. */
function makeJob(log: string[], name: string) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = async () => {
    log.push(`${name} begins`);
    await ended;
    log.push(`${name} ends`);
  };
  return { work, end };
}

it('runs jobs in order of arrival, also after one that fails', async () => {
  const inTurn = makeMutex();
  const log: string[] = [];
  const [first, second] = [makeJob(log, 'first'), makeJob(log, 'second')];
  const both = [inTurn(first.work), inTurn(() => Promise.reject(new Error('no'))), inTurn(second.work)];
  second.end();
  first.end();
  expect(await Promise.allSettled(both)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected' },
    { status: 'fulfilled' },
  ]);
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

describe('a mutex per key', () => {
  it('runs jobs of one key one after another, and those of another key meanwhile', async () => {
    const inTurn = makeMutexPerKey<string>();
    const log: string[] = [];
    const [first, second, other] = [makeJob(log, 'a1'), makeJob(log, 'a2'), makeJob(log, 'b')];
    const all = [inTurn.run('a', first.work), inTurn.run('a', second.work), inTurn.run('b', other.work)];
    second.end();
    other.end();
    await all[2];
    first.end();
    await Promise.all(all);
    expect(log).toEqual(['a1 begins', 'b begins', 'b ends', 'a1 ends', 'a2 begins', 'a2 ends']);
  });

  it('waits for every job when it settles, and goes on after one that failed', async () => {
    const inTurn = makeMutexPerKey<string>();
    const failed = inTurn.run('a', () => Promise.reject(new Error('no')));
    const log: string[] = [];
    const next = makeJob(log, 'next');
    void inTurn.run('a', next.work);
    await expect(failed).rejects.toThrow('no');
    next.end();
    await inTurn.settled();
    expect(log).toEqual(['next begins', 'next ends']);
  });
});

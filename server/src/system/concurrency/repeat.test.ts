import { setTimeout as sleep } from 'node:timers/promises';
import { repeat } from './repeat';

const never = (error: unknown): never => {
  throw error;
};

describe('a repeated job', () => {
  it('waits before its first run unless it starts at once', async () => {
    const work = jest.fn(() => Promise.resolve());
    const later = repeat(work, { pauseMs: 60_000, onFailed: never });
    await sleep(10);
    expect(work).not.toHaveBeenCalled();
    await later.stop();
    const atOnce = repeat(work, { pauseMs: 60_000, startsAtOnce: true, onFailed: never });
    await sleep(10);
    expect(work).toHaveBeenCalledTimes(1);
    await atOnce.stop();
  });

  it('continues after a failed run, and reports the failure', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const loop = repeat(
      async (): Promise<void> => {
        runs += 1;
        if (runs === 1) throw new Error('first');
      },
      { pauseMs: 1, startsAtOnce: true, onFailed: (error) => failures.push(error) },
    );
    while (runs < 3) await sleep(1);
    await loop.stop();
    expect(failures).toEqual([new Error('first')]);
  });

  it('waits as long as a run requests', async () => {
    const work = jest.fn(() => Promise.resolve(60_000));
    const loop = repeat(work, { pauseMs: 1, startsAtOnce: true, onFailed: never });
    await sleep(20);
    expect(work).toHaveBeenCalledTimes(1);
    await loop.stop();
  });

  it('aborts the current run when it is stopped, waits for its end and reports no failure', async () => {
    const onFailed = jest.fn();
    let isOver = false;
    const work = async (signal: AbortSignal) => {
      await sleep(60_000, undefined, { signal }).finally(() => (isOver = true));
    };
    const loop = repeat(work, { pauseMs: 1, startsAtOnce: true, onFailed });
    await sleep(5);
    await loop.stop();
    expect(isOver).toBe(true);
    expect(onFailed).not.toHaveBeenCalled();
  });
});

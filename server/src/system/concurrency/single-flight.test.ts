import { setTimeout as sleep } from 'node:timers/promises';
import { singleFlight } from './single-flight';

describe('single flight', () => {
  it('answers many simultaneous calls by two runs, each call by a run that began after it', async () => {
    let runs = 0;
    const request = singleFlight(async () => {
      const mine = (runs += 1);
      await sleep(20);
      return mine;
    });
    const first = request();
    await sleep(5);
    const rest = Array.from({ length: 50 }, () => request());
    expect(await first).toBe(1);
    expect(new Set(await Promise.all(rest))).toEqual(new Set([2]));
    expect(runs).toBe(2);
  });

  it('runs one at a time and continues after a failure', async () => {
    let active = 0;
    let calls = 0;
    const request = singleFlight(async () => {
      active += 1;
      expect(active).toBe(1);
      await sleep(5);
      active -= 1;
      if ((calls += 1) === 1) throw new Error('first');
      return calls;
    });
    const first = request();
    await sleep(1);
    const second = request();
    await expect(first).rejects.toThrow('first');
    expect(await second).toBe(2);
    expect(await request()).toBe(3);
  });
});

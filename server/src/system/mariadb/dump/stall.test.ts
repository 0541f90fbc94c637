import { spawn } from 'node:child_process';
import { watchStall } from './stall';

/** Looks, of which a few would be enough. */
const MANY = 25;

it('tells of a process that only waits, but not while its waiting is ours', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  let looks = 0;
  try {
    await new Promise<void>((resolve) => {
      watchStall(child.pid ?? 0, {
        limitMs: 100,
        isHeldUp: () => (looks += 1) < MANY,
        onStall: resolve,
      });
    });
    expect(looks).toBeGreaterThan(MANY);
  } finally {
    child.kill('SIGKILL');
  }
});

import { spawn } from 'node:child_process';
import { watchStall } from './stall';

/** Number of checks; a few would be enough. */
const MANY = 25;

it('reports a process that only waits, but not while the caller holds it up', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  let checks = 0;
  try {
    await new Promise<void>((resolve) => {
      watchStall(child.pid ?? 0, {
        limitMs: 100,
        isOutputBlocked: () => (checks += 1) < MANY,
        onStall: resolve,
      });
    });
    expect(checks).toBeGreaterThan(MANY);
  } finally {
    child.kill('SIGKILL');
  }
});

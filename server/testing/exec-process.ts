import { createServer } from 'node:net';
import { run } from '#system/process/exec';

/** A test process that starts programs through `exec`; it listens on the socket named by its argument. */
const [, script = '', socket, seconds = ''] = process.argv;

if (script.endsWith('exec-process.ts') && socket !== undefined) {
  // Three generations: one that waits, one in the background, one in its own session.
  const family = `sleep ${seconds} & setsid sh -c 'sleep ${seconds}; true' & wait`;
  void run({ file: 'sh', args: ['-c', family] }, { timeoutMs: 600_000 });
  createServer().listen(socket);
  process.stdin.resume();
}

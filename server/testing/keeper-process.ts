import { join } from 'node:path';
import { Keeper } from '#supervisor/parts/keeper';

/**
 * A supervisor for tests: keeps one part, which writes the file `ran` in the folder, running until it is
 * killed.
 */
const [, script = '', folder] = process.argv;

const PROGRAM = `require('node:fs').writeFileSync(process.argv[1] + '/ran', 'ran'); setInterval(() => {}, 1000);`;

if (script.endsWith('keeper-process.ts') && folder !== undefined) {
  const part = {
    name: 'kept',
    command: { file: process.execPath, args: ['-e', PROGRAM, folder] },
    mark: folder,
    isHealthy: () => Promise.resolve(true),
    stopSignal: 'SIGTERM',
    stopMs: 1000,
  } as const;
  void new Keeper(part, { pids: join(folder, 'records'), logs: folder, say: () => undefined }).start();
}

import { once } from 'node:events';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { start } from '#system/process/exec';
import { StartRefusal } from './start-refusal';

export interface DataLock {
  release(): Promise<void>;
}

/**
 * `flock` locks a file that this process has open. The kernel releases the lock when this process ends, even by SIGKILL,
 * so there is nothing to clean up, and only one of two simultaneous starts gets it.
 */
async function lock(file: FileHandle, how: readonly string[]): Promise<boolean> {
  const child = start(
    { file: 'flock', args: [...how, '3'] },
    { stdio: ['ignore', 'ignore', 'ignore', file.fd] },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

export const tryLock = (file: FileHandle): Promise<boolean> => lock(file, ['--nonblock']);

/** How long to wait for the lock, s; then the result is false. */
const PATIENCE_S = 30;
export const waitForLock = (file: FileHandle): Promise<boolean> =>
  lock(file, ['--timeout', String(PATIENCE_S)]);

/** Locks the data directory, so that it is served by one product at a time. */
export async function lockData(folder: string): Promise<DataLock> {
  const file = await open(join(folder, 'supervisor.lock'), 'a+', 0o600);
  if (!(await tryLock(file))) {
    const pid = (await file.readFile('utf8')).trim();
    await file.close();
    throw new StartRefusal(`SiteDeck already runs on ${folder}${pid === '' ? '' : ` (process ${pid})`}`);
  }
  await file.truncate(0);
  await file.write(`${process.pid}\n`);
  return { release: () => file.close() };
}

import { readdir } from 'node:fs/promises';
import { commandLine } from '#system/process/pid-file';

/** Living processes whose command line holds `mark`. */
export async function findProcesses(mark: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(pids.map(commandLine));
  return pids.filter((_, index) => lines[index]?.includes(mark));
}

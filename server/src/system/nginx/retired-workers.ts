import { readFile } from 'node:fs/promises';
import { childPids, commandLine, signalPid } from '#system/process/pid-file';
import type { Instance } from './instance';
import { nginxPid } from './reload';

/** Maximum number of retired workers that may complete their requests; each takes tens of MB. */
export const RETIRED_MAX = 32;

/** Start time of a process in ticks since boot: the 20th field after its name. */
async function startedAt(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? 0);
}

/** Workers of a running master that take no new connections, oldest first. */
export async function retiredWorkers(instance: Instance): Promise<readonly number[]> {
  const master = await nginxPid(instance);
  const pids = master === undefined ? [] : await childPids(master);
  const titles = await Promise.all(pids.map(commandLine));
  const retired = pids.filter((_, index) => titles[index]?.includes('is shutting down'));
  const dated = await Promise.all(retired.map(async (pid) => ({ pid, at: await startedAt(pid) })));
  return dated.sort((a, b) => a.at - b.at || a.pid - b.pid).map(({ pid }) => pid);
}

/**
 * Ends the oldest ones if there are too many: a visitor who keeps slow connections open while settings change would
 * otherwise fill the memory.
 */
export async function endOldestWorkers(instance: Instance, most = RETIRED_MAX): Promise<void> {
  const retired = await retiredWorkers(instance);
  for (const pid of retired.slice(0, Math.max(0, retired.length - most))) signalPid(pid, 'SIGTERM');
}

import { readdirSync, readFileSync } from 'node:fs';

/** The command line of a process; '' once it has ended. */
function commandLineNow(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/**
 * Living processes whose command line holds `mark`. Tests poll it: reading each process in a thread would take ten
 * times the time.
 */
export function findProcesses(mark: string): Promise<readonly number[]> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return Promise.resolve(pids.filter((pid) => commandLineNow(pid).includes(mark)).map(Number));
}

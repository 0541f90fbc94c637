import { readFile } from 'node:fs/promises';
import { codeOf } from '#faults/error-code';

/** Arguments of a living process, joined by blanks; empty if it does not exist. */
export async function commandLine(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text.split('\0').join(' ').trim();
}

/** Children of a process; none if it has ended. */
export async function childPids(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

/**
 * The process that a pid file names, if its command line contains `mark`, a path of the product. The kernel reuses pids,
 * so the number alone proves nothing.
 */
export async function livingPid(file: string, mark: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(text.trim().split('\n')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  return (await commandLine(pid)).includes(mark) ? pid : undefined;
}

/** Sends a signal; false if the process has ended. */
export function signalPid(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
}

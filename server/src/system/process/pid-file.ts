import { readFile } from 'node:fs/promises';
import { codeOf } from '#faults/error-code';

/** Arguments of a living process, joined by blanks; empty where there is none. */
export async function commandLine(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return text.split('\0').join(' ').trim();
}

/** Processes that a process has started and not yet taken back; none where it is gone. */
export async function childPids(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

/**
 * Process that a pid file names, if it is still what we started: its command line holds `mark` (a path of ours).
 * A number alone proves nothing: the kernel gives it to somebody else.
 */
export async function livingPid(file: string, mark: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(text.trim().split('\n')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  return (await commandLine(pid)).includes(mark) ? pid : undefined;
}

/** Sends a signal; false where the process has gone meanwhile. */
export function signalPid(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
}

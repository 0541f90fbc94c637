import { readdirSync, readFileSync } from 'node:fs';
import { statFields } from '../../server/testing/process-stat';

export interface Part {
  readonly pid: number;
  /** The command line, which distinguishes the parts. */
  readonly name: string;
}

const parentOf = (pid: number): number => Number(statFields(pid)?.[1]);

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Direct children of a supervisor: engines and our own processes, not their workers. */
export function partsOf(supervisor: number): Part[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === supervisor)
    .map((pid) => ({ pid, name: nameOf(pid) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Kills a process, unless it has ended. */
export function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

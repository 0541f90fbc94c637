import { readFileSync } from 'node:fs';

/**
 * Fields of /proc/PID/stat from the state on; undefined when the process has ended. The name before them may hold
 * spaces and brackets.
 */
export function statFields(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

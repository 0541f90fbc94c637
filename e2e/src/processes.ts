import { readdirSync, readFileSync } from 'node:fs';

export interface Part {
  readonly pid: number;
  /** The command line, which distinguishes the parts. */
  readonly name: string;
}

function statOf(pid: number): { parent: number } | undefined {
  try {
    // The name in brackets may hold spaces. After it come the state and the parent's pid.
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { parent: Number(words[1]) };
  } catch {
    return undefined;
  }
}

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
    .filter((pid) => pid > 0 && statOf(pid)?.parent === supervisor)
    .map((pid) => ({ pid, name: nameOf(pid) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

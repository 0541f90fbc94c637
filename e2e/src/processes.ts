import { readdirSync, readFileSync } from 'node:fs';

export interface Part {
  readonly pid: number;
  /** The command line, as far as it tells one part from another. */
  readonly name: string;
}

function statOf(pid: number): { parent: number } | undefined {
  try {
    // The name in brackets may hold spaces; the parent is the second word after it.
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

/** What a supervisor has started itself: engines and our own processes, not their workers. */
export function partsOf(supervisor: number): Part[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statOf(pid)?.parent === supervisor)
    .map((pid) => ({ pid, name: nameOf(pid) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

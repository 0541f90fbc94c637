import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { statFields } from '../../server/testing/process-stat';

export const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly cpuSeconds: number;
}

/** Undefined when the process has ended. CPU includes children it has waited for. */
function statOf(pid: number): Stat | undefined {
  const fields = statFields(pid)?.map(Number);
  if (!fields) return undefined;
  const [, parent = 0] = fields;
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
  return { pid, parent, cpuSeconds: ticks / TICKS_PER_SECOND };
}

/** The process and all below it. */
export function treeOf(root: number): readonly number[] {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const below = (pid: number): readonly number[] => [
    pid,
    ...stats.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid)),
  ];
  return below(root);
}

/** Processes under a uid. */
export const pidsOfUid = (uid: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === uid);

/** User and system seconds of a tree so far. */
export const cpuSecondsOf = (root: number): number =>
  treeOf(root).reduce((sum, pid) => sum + (statOf(pid)?.cpuSeconds ?? 0), 0);

export const commandLineOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

/** Proportional memory in MB (10⁶ bytes): shared pages count by their share. */
export function memoryMbOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kib = Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]);
  return (kib * 1024) / 1e6;
}

import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

/** One line of the machine's process table. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Real, effective and saved uid. */
  readonly uids: readonly number[];
}

/** Living processes by pid. */
export type ProcessTable = ReadonlyMap<number, Process>;

/** Undefined if the process has ended. */
function parsed(pid: number, status: string): Process | undefined {
  const field = (name: string) => new RegExp(`^${name}:\\s+(.+)$`, 'm').exec(status)?.[1];
  const [parent, uids, state, threads] = ['PPid', 'Uid', 'State', 'Threads'].map(field);
  if (parent === undefined || uids === undefined) return undefined;
  // A process whose first thread has ended looks like a zombie while its other threads run on.
  if (state?.startsWith('Z') === true && Number(threads ?? 1) <= 1) return undefined;
  return { pid, parent: Number(parent), uids: uids.split(/\s+/).slice(0, 3).map(Number) };
}

export const readProcess = async (pid: number): Promise<Process | undefined> =>
  parsed(pid, await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''));

const pidsOf = (names: readonly string[]) => names.filter((name) => /^\d+$/.test(name)).map(Number);

/** Every pid of the machine, including processes that end while they are read. */
export const allPids = async (): Promise<readonly number[]> => pidsOf(await readdir('/proc'));

/**
 * Text of a file that the kernel writes from its own memory (`status`, `stat`); '' if the process has ended. Don't read
 * `environ` or `cmdline` with it: they lie in the process's memory, and the process can make the reader wait.
 */
export function procText(pid: number, name: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** So many processes are read at a time, which takes about two milliseconds. */
const GROUP = 64;

/** Reads every process of the machine. Doing it without threads takes a fifth of the processor's time. */
export async function readEach<Value>(read: (pid: number) => Value | undefined): Promise<Value[]> {
  const values: Value[] = [];
  for (const [index, pid] of (await allPids()).entries()) {
    if (index % GROUP === GROUP - 1) await setImmediate();
    const value = read(pid);
    if (value !== undefined) values.push(value);
  }
  return values;
}

const processNow = (pid: number) => parsed(pid, procText(pid, 'status'));

/** All living processes. */
export const processTable = async (): Promise<ProcessTable> =>
  new Map((await readEach(processNow)).map((one) => [one.pid, one]));

/**
 * Reads processes that are not in the table yet. A program that keeps forking and ending always has a new
 * pid, and is gone before a complete table is read.
 */
export function processesNotIn(table: ProcessTable): Process[] {
  const pids = pidsOf(readdirSync('/proc')).filter((pid) => !table.has(pid));
  // The newest first: on a busy machine it would end while the others are read, and its successor is not in the list.
  return pids.toReversed().flatMap((pid) => processNow(pid) ?? []);
}

/** Nearest ancestor first. Never longer than the table, even if pids were reused while it was read. */
export function ancestorsOf(table: ProcessTable, one: Process): Process[] {
  const found: Process[] = [];
  for (let at = table.get(one.parent); at && found.length < table.size; at = table.get(at.parent))
    found.push(at);
  return found;
}

import { readFile } from 'node:fs/promises';
import { codeOf } from '#faults/error-code';
import { endProcesses, type EndReport } from '#system/process/end-processes';
import { PART_MARK } from '#system/process/exec';
import { allPids, procText } from '#system/process/process-table';

/** Undefined if another user's process may not be read; empty while a process ends or becomes another program. */
async function environmentOf(pid: number): Promise<readonly string[] | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/environ`, 'utf8');
    return text === '' ? [] : text.split('\0');
  } catch (error) {
    return codeOf(error) === 'EACCES' ? undefined : [];
  }
}

/** Flag in /proc/PID/stat of the kernel's own threads. */
const KERNEL_THREAD = 0x200000;

/** `empty`: it has no environment. `alive`: it is becoming another program, or has just ended. */
type Unread = 'kernel' | 'ended' | 'empty' | 'alive';
/** Where the environment begins and ends in memory, as fields after the name in /proc/PID/stat; 0 during `exec`. */
const [ENVIRONMENT_START, ENVIRONMENT_END] = [47, 48];

function unreadState(pid: number): Unread {
  const [, fields] = /^\d+ \(.*\) (.*)$/s.exec(procText(pid, 'stat')) ?? [];
  const values = fields?.split(' ') ?? [];
  const [state = 'Z', , , , , , flags = '0'] = values;
  if ((Number(flags) & KERNEL_THREAD) !== 0) return 'kernel';
  if (state === 'Z' || state === 'X') return 'ended';
  const [start, end] = [values[ENVIRONMENT_START], values[ENVIRONMENT_END]];
  return start !== undefined && start !== '0' && start === end ? 'empty' : 'alive';
}

/** A process whose environment can't be read this often hides it. */
const READINGS = 200;
/** Limits a search on a machine where processes end all the time, ms. */
const SEARCH_MS = 3000;

/** One search for the carriers of a mark. */
class Search {
  /** Not read again: they carry no mark, or have ended. */
  private readonly others = new Set([process.pid]);
  /** How often each process has shown no environment. */
  private readonly empty = new Map<number, number>();

  constructor(private readonly mark: string) {}

  /**
   * Reads all processes that are not known yet. `isCalm` is false if one of them was not read: it may have been a
   * carrier that has started another.
   */
  async pass(): Promise<{ readonly found: readonly number[]; readonly isCalm: boolean }> {
    const entry = `${PART_MARK}=${this.mark}`;
    const pids = (await allPids()).filter((pid) => !this.others.has(pid));
    const environments = await Promise.all(pids.map(environmentOf));
    const found = pids.filter((_, index) => environments[index]?.includes(entry));
    const unread = pids.filter((_, index) => environments[index]?.length === 0);
    const left = new Set([...found, ...unread]);
    for (const pid of pids) if (!left.has(pid)) this.others.add(pid);
    return { found, isCalm: unread.filter((pid) => this.mayCarry(pid)).length === 0 };
  }

  private mayCarry(pid: number): boolean {
    const state = unreadState(pid);
    const times = (this.empty.get(pid) ?? 0) + 1;
    this.empty.set(pid, times);
    // On a busy machine `exec` may take long.
    const isKnown = state !== 'alive' || times >= READINGS;
    if (isKnown) this.others.add(pid);
    return state === 'ended' || !isKnown;
  }
}

/**
 * Repeats until a pass has read every process: programs that keep starting their successors and ending are never all
 * between two readings. The last pass finds a successor with a lower pid, too.
 */
async function carriers(mark: string): Promise<readonly number[]> {
  const search = new Search(mark);
  const deadline = Date.now() + SEARCH_MS;
  for (let calm = 0; ;) {
    const { found, isCalm } = await search.pass();
    calm = isCalm ? calm + 1 : 0;
    if (found.length > 0 || calm === 2 || Date.now() > deadline) return found;
  }
}

/**
 * Kills every program with a part's mark: programs that the part started and their descendants, in any session. Call it
 * after the part has ended. A recorded list of pids would miss a program that was started just before the end.
 */
export const endMarked = (mark: string): Promise<EndReport> =>
  endProcesses(async () => (await carriers(mark)).map((pid) => ({ pid })));

import { setTimeout as sleep } from 'node:timers/promises';
import { signalPid } from './pid-file';
import { readProcess } from './process-table';

interface SeenProcess {
  readonly pid: number;
}

/** Rounds of stopping and killing. Processes that survive them all fork faster than they can be found. */
const ROUNDS = 20;
const LIMIT_MS = 8000;
const AGAIN_MS = 10;
/** A killed process disappears within this time, or it is stuck in the kernel. */
const GONE_MS = 300;

const signalAll = (processes: readonly SeenProcess[], signal: NodeJS.Signals) =>
  processes.forEach(({ pid }) => signalPid(pid, signal));

async function waitUntilGone(processes: readonly SeenProcess[]): Promise<void> {
  const deadline = Date.now() + GONE_MS;
  let left = processes.map(({ pid }) => pid);
  while (left.length > 0 && Date.now() < deadline) {
    await sleep(AGAIN_MS);
    const read = await Promise.all(left.map(readProcess));
    left = left.filter((_, index) => read[index] !== undefined);
  }
}

export interface EndReport {
  /** Number of different processes that were found. */
  readonly found: number;
  /** How many of them, or of their children, are left at the end. */
  readonly left: number;
}

export const NOTHING_FOUND: EndReport = { found: 0, left: 0 };

/** Merges reports. */
export const sumOf = (reports: readonly EndReport[]): EndReport => ({
  found: reports.reduce((sum, { found }) => sum + found, 0),
  left: reports.reduce((sum, { left }) => sum + left, 0),
});

export interface StopForking<T> {
  /** Runs `work` while the processes can't fork, by stronger means than one signal per process. */
  readonly hold: (seen: readonly T[], work: () => Promise<void>) => Promise<void>;
  /**
   * Use it from the first round on, even if no process was found; otherwise only if stopping them one by one
   * failed.
   */
  readonly always: boolean;
}

/**
 * Ends the processes that `find` lists, and those that they start meanwhile. First stops all of them, so that
 * none can fork or restart another, then kills all. Gives up after a time limit, so that forking can't delay
 * the caller forever.
 */
export async function endProcesses<T extends SeenProcess>(
  find: () => Promise<readonly T[]>,
  holding?: StopForking<T>,
): Promise<EndReport> {
  const deadline = Date.now() + LIMIT_MS;
  const known = new Set<number>();
  const remember = (processes: readonly SeenProcess[]) => processes.forEach(({ pid }) => known.add(pid));
  const kill = async () => {
    signalAll(await find(), 'SIGSTOP');
    const stopped = await find();
    remember(stopped);
    signalAll(stopped, 'SIGKILL');
  };
  for (let round = 1; ; round++) {
    const seen = await find();
    remember(seen);
    const isFirst = round === 1 && holding?.always === true;
    const isOver = seen.length === 0 || round > ROUNDS || Date.now() > deadline;
    if (isOver && !isFirst) return { found: known.size, left: seen.length };
    if (holding && (round > 1 || isFirst)) await holding.hold(seen, kill);
    else await kill();
    await waitUntilGone(seen);
  }
}

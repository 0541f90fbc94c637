import { setImmediate } from 'node:timers/promises';
import { BASE_ENV, run } from './exec';
import { endProcesses, NOTHING_FOUND, type EndReport } from './end-processes';
import { couldBeHost, isInRange, type Isolation, type UidRange } from './identity';
import { signalPid } from './pid-file';
import { ancestorsOf, processesNotIn, processTable, type Process, type ProcessTable } from './process-table';

/**
 * Programs that continue: none, or those that a running part holds (the file service's children, FTP
 * sessions, programs of a backup, PHP's workers and the programs they wait for).
 */
export type SparedPrograms = { readonly is: 'none' } | { readonly is: 'held'; readonly supervisor: number };

/** Uids whose programs are ended. The uid is the only property of a process that a host can't change. */
export type IsTarget = (uid: number) => boolean;

const isUnder = ({ uids }: Process, isMeant: IsTarget): boolean =>
  uids.some((uid) => couldBeHost(uid) && isMeant(uid));

/**
 * A daemon has left the process that started it: its first ancestor with another uid is init, or the process that
 * adopts orphans here, and never a process below the supervisor.
 */
function isHeld(table: ProcessTable, one: Process, spared: SparedPrograms): boolean {
  if (spared.is === 'none') return false;
  const ancestors = ancestorsOf(table, one);
  const holders = ancestors.slice(ancestors.findIndex((above) => !isUnder(above, couldBeHost)));
  if (holders[0] === undefined || isUnder(holders[0], couldBeHost)) return false;
  return holders.some(({ parent }) => parent === spared.supervisor);
}

/** Refuses to run as any uid but the host's: as root it would stop every process of the machine. */
const STOP_ALL = `
const uid = Number(process.argv[1]);
if (uid > 10000 && process.getuid() === uid && process.geteuid() === uid) process.kill(-1, 'SIGSTOP');`;
const STOP_MS = 3000;

/**
 * The kernel gives a signal to all processes of a uid in one step, in which none can fork. Only a process of that uid
 * can send such a signal. The host may kill that process; the next round then tries again.
 */
async function stopAll(uid: number): Promise<void> {
  if (!couldBeHost(uid)) return;
  const options = { identity: { uid, gid: uid }, env: BASE_ENV, timeoutMs: STOP_MS };
  await run({ file: process.execPath, args: ['-e', STOP_ALL, String(uid)] }, options).catch(() => undefined);
}

/** Stops all processes of these uids, and lets spared ones continue afterwards. */
async function withStopped(
  uids: ReadonlySet<number>,
  spared: SparedPrograms,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await Promise.all([...uids].map(stopAll));
    await work();
  } finally {
    const table = await processTable();
    for (const one of table.values())
      if (isUnder(one, (uid) => uids.has(uid)) && isHeld(table, one, spared)) signalPid(one.pid, 'SIGCONT');
  }
}

/** Number of searches for processes that end before they are read. */
const SEARCHES = 5;

async function find(isMeant: IsTarget, spared: SparedPrograms): Promise<readonly Process[]> {
  const table = await processTable();
  const isFound = (one: Process) => isUnder(one, isMeant) && !isHeld(table, one, spared);
  let found = [...table.values()].filter(isFound);
  for (let search = 1; found.length === 0 && search <= SEARCHES; search++) {
    await setImmediate();
    found = processesNotIn(table).filter(isFound);
  }
  return found;
}

function endMatching(
  isMeant: IsTarget,
  spared: SparedPrograms,
  knownUids: readonly number[],
): Promise<EndReport> {
  const uidsOf = (seen: readonly Process[]) =>
    new Set([
      ...knownUids,
      ...seen.flatMap(({ uids }) => uids).filter((uid) => couldBeHost(uid) && isMeant(uid)),
    ]);
  return endProcesses(() => find(isMeant, spared), {
    hold: (seen, work) => withStopped(uidsOf(seen), spared, work),
    always: knownUids.length > 0,
  });
}

/**
 * Ends the programs of hosts, in any session and under any name. Works only as root, where each host has its
 * own uid, and never outside the uids that hosts can have.
 */
export const endHostPrograms = (isMeant: IsTarget, spared: SparedPrograms): Promise<EndReport> =>
  endMatching(isMeant, spared, []);

/** Programs of one host, which are stopped together even if none was found. */
export const endProgramsOf = (uid: number, spared: SparedPrograms): Promise<EndReport> =>
  endMatching((one) => one === uid, spared, [uid]);

/** Uids of a range that have a running process now. */
export async function busyUids(range: UidRange): Promise<ReadonlySet<number>> {
  const seen = await find((uid) => isInRange(range, uid), { is: 'none' });
  return new Set(seen.flatMap(({ uids }) => uids).filter((uid) => couldBeHost(uid) && isInRange(range, uid)));
}

/** For the worker, whose parent is the supervisor: what the worker and other parts hold continues. */
export const spareHeldByParts = (): SparedPrograms => ({ is: 'held', supervisor: process.ppid });

/** Ends programs of one host that no part holds. */
export const endOrphans = async (isolation: Isolation, uid: number): Promise<EndReport> =>
  isolation.is === 'single' ? NOTHING_FOUND : endProgramsOf(uid, spareHeldByParts());

/** Ends all programs of a range: before the product's first process starts, and after its last has ended. */
export const endRange = async (isolation: Isolation, range: UidRange): Promise<EndReport> =>
  isolation.is === 'single' ? NOTHING_FOUND : endHostPrograms((uid) => isInRange(range, uid), { is: 'none' });

import { setImmediate } from 'node:timers/promises';
import { BASE_ENV, run } from './exec';
import { endProcesses, NOTHING_FOUND, type EndReport } from './end-processes';
import { couldBeHost, isInRange, type Isolation, type UidRange } from './identity';
import { signalPid } from './pid-file';
import { ancestorsOf, newcomersTo, processTable, type Process, type ProcessTable } from './process-table';

/**
 * What stays: nothing, or what a living part of the supervisor's holds (the file service's children, FTP sessions,
 * programs of a backup, PHP's workers and what they wait for).
 */
export type Spared = { readonly is: 'none' } | { readonly is: 'held'; readonly supervisor: number };

/** Uids whose programs are meant. A host can't change its uid, and nothing else of a process is out of its reach. */
export type IsMeant = (uid: number) => boolean;

const isUnder = ({ uids }: Process, isMeant: IsMeant): boolean =>
  uids.some((uid) => couldBeHost(uid) && isMeant(uid));

/**
 * A daemon has left whatever started it: its first ancestor of another uid is init, or whichever process adopts orphans
 * here. That is never one of the processes below the supervisor, which are our parts.
 */
function isHeld(table: ProcessTable, one: Process, spared: Spared): boolean {
  if (spared.is === 'none') return false;
  const ancestors = ancestorsOf(table, one);
  const holders = ancestors.slice(ancestors.findIndex((above) => !isUnder(above, couldBeHost)));
  if (holders[0] === undefined || isUnder(holders[0], couldBeHost)) return false;
  return holders.some(({ parent }) => parent === spared.supervisor);
}

/** Refuses to run as anybody but the host: as root it would stop the whole machine. */
const STOP_ALL = `
const uid = Number(process.argv[1]);
if (uid > 10000 && process.getuid() === uid && process.geteuid() === uid) process.kill(-1, 'SIGSTOP');`;
const STOP_MS = 3000;

/**
 * The kernel gives a signal to all processes of a uid in one step, in which none can fork. Only a process of that uid can
 * send it, and the host may kill that one: then the next round tries again.
 */
async function stopAll(uid: number): Promise<void> {
  if (!couldBeHost(uid)) return;
  const options = { identity: { uid, gid: uid }, env: BASE_ENV, timeoutMs: STOP_MS };
  await run({ file: process.execPath, args: ['-e', STOP_ALL, String(uid)] }, options).catch(() => undefined);
}

/** Stops all processes of these uids, ours too, which go on afterwards. */
async function withStopped(
  uids: ReadonlySet<number>,
  spared: Spared,
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

/** Looks this often for what is gone before it is read. */
const GLIMPSES = 5;

async function find(isMeant: IsMeant, spared: Spared): Promise<readonly Process[]> {
  const table = await processTable();
  const isFound = (one: Process) => isUnder(one, isMeant) && !isHeld(table, one, spared);
  let found = [...table.values()].filter(isFound);
  for (let glimpse = 1; found.length === 0 && glimpse <= GLIMPSES; glimpse++) {
    await setImmediate();
    found = newcomersTo(table).filter(isFound);
  }
  return found;
}

function endWhere(isMeant: IsMeant, spared: Spared, certain: readonly number[]): Promise<EndReport> {
  const uidsOf = (seen: readonly Process[]) =>
    new Set([
      ...certain,
      ...seen.flatMap(({ uids }) => uids).filter((uid) => couldBeHost(uid) && isMeant(uid)),
    ]);
  return endProcesses(() => find(isMeant, spared), {
    hold: (seen, work) => withStopped(uidsOf(seen), spared, work),
    always: certain.length > 0,
  });
}

/**
 * Ends the programs of hosts, in whatever session and under whatever name they run. Only as root, where each host has a
 * uid of its own, and never outside the uids that hosts can have.
 */
export const endHostPrograms = (isMeant: IsMeant, spared: Spared): Promise<EndReport> =>
  endWhere(isMeant, spared, []);

/** Those of one host, which are stopped together even where none is seen. */
export const endProgramsOf = (uid: number, spared: Spared): Promise<EndReport> =>
  endWhere((one) => one === uid, spared, [uid]);

/** Uids of a range under which something runs now. */
export async function busyUids(range: UidRange): Promise<ReadonlySet<number>> {
  const seen = await find((uid) => isInRange(range, uid), { is: 'none' });
  return new Set(seen.flatMap(({ uids }) => uids).filter((uid) => couldBeHost(uid) && isInRange(range, uid)));
}

/** As of the worker, whose parent is the supervisor: what its siblings and itself hold stays. */
export const heldByUs = (): Spared => ({ is: 'held', supervisor: process.ppid });

/** Of one host, but for what a part of ours holds. */
export const endOrphans = async (isolation: Isolation, uid: number): Promise<EndReport> =>
  isolation.is === 'single' ? NOTHING_FOUND : endProgramsOf(uid, heldByUs());

/** Of a whole range: before the first of our processes starts, and after the last has ended. */
export const endRange = async (isolation: Isolation, range: UidRange): Promise<EndReport> =>
  isolation.is === 'single' ? NOTHING_FOUND : endHostPrograms((uid) => isInRange(range, uid), { is: 'none' });

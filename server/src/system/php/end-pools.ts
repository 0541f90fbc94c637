import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostCode } from '@sitedeck/contract';
import { childPids, commandLine, signalPid } from '#system/process/pid-file';
import { phpPid, phpRuns, type PhpMaster } from './master';

/** Requests under way may end in this time, ms. */
const GRACE_MS = 3000;
/** A process that was killed is gone in this time, ms. */
const GONE_MS = 5000;

export interface PhpPool {
  readonly hostCode: HostCode;
  /** Of its workers; undefined where everything runs under one uid. */
  readonly uid: number | undefined;
}

/** By the title that php-fpm gives the workers of a pool. */
const titleOf = (pool: PhpPool): string => `php-fpm: pool ${pool.hostCode}`;

async function realUid(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
  return uid === undefined ? undefined : Number(uid);
}

async function isWorkerOf(pid: number, pools: ReadonlyMap<string, PhpPool>): Promise<boolean> {
  const pool = pools.get(await commandLine(pid));
  if (pool === undefined) return false;
  return pool.uid === undefined || (await realUid(pid)) === pool.uid;
}

/** Only children of our own masters, retired ones too: the host's other processes have the same uid. */
async function workersOf(master: PhpMaster, pools: ReadonlyMap<string, PhpPool>): Promise<number[]> {
  const pids = await Promise.all((await phpRuns(master)).map((run) => phpPid(master, run)));
  const found = await Promise.all(pids.filter((pid) => pid !== undefined).map(childPids));
  const children = found.flat();
  const matches = await Promise.all(children.map((child) => isWorkerOf(child, pools)));
  return children.filter((_, index) => matches[index]);
}

/**
 * Ends the workers that these pools have now; php-fpm starts others when somebody asks. A request under way may end first,
 * for a while. Where php-fpm does not run there is nothing to end.
 */
export async function endPools(master: PhpMaster, pools: readonly PhpPool[]): Promise<void> {
  const byTitle = new Map(pools.map((pool) => [titleOf(pool), pool]));
  const old = new Set(byTitle.size === 0 ? [] : await workersOf(master, byTitle));
  const left = async () => (await workersOf(master, byTitle)).filter((pid) => old.has(pid));
  const goneWithin = async (ms: number): Promise<boolean> => {
    const deadline = Date.now() + ms;
    while ((await left()).length > 0) {
      if (Date.now() > deadline) return false;
      await sleep(20);
    }
    return true;
  };
  if (old.size === 0) return;
  for (const pid of old) signalPid(pid, 'SIGQUIT');
  if (await goneWithin(GRACE_MS)) return;
  for (const pid of await left()) signalPid(pid, 'SIGKILL');
  if (!(await goneWithin(GONE_MS))) throw new Error('Workers of php-fpm did not end');
}

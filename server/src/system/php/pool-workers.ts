import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostCode } from '@sitedeck/contract';
import { childPids, commandLine, signalPid } from '#system/process/pid-file';
import { phpSocketName, type Paths } from '#system/settings/paths';
import { phpMasterOf, phpPid, phpRuns, type PhpMaster } from './master';

/** How long running requests may take to complete, ms. */
const GRACE_MS = 3000;
/** How long a killed process may take to disappear, ms. */
const GONE_MS = 5000;

export interface PhpPool {
  readonly hostCode: HostCode;
  /** Uid of its workers; undefined without isolation, where everything runs under one uid. */
  readonly uid: number | undefined;
}

/** The title that php-fpm gives the workers of a pool. */
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

/**
 * Finds workers among the children of the product's masters, live and retired: other processes of the host
 * have the same uid.
 */
async function workersOf(master: PhpMaster, pools: ReadonlyMap<string, PhpPool>): Promise<number[]> {
  const pids = await Promise.all((await phpRuns(master)).map((run) => phpPid(master, run)));
  const found = await Promise.all(pids.filter((pid) => pid !== undefined).map(childPids));
  const children = found.flat();
  const matches = await Promise.all(children.map((child) => isWorkerOf(child, pools)));
  return children.filter((_, index) => matches[index]);
}

/**
 * Ends the workers that these pools have now: running requests get some time to complete, then the workers are killed.
 * php-fpm starts new workers for the next requests.
 */
export async function endPoolWorkers(master: PhpMaster, pools: readonly PhpPool[]): Promise<void> {
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

const CONNECT_MS = 1000;

/**
 * Connects to a pool once, since php-fpm starts a worker only for a new connection. Without it a request that was queued
 * for a worker that has ended would wait until another visitor connects.
 */
function startWorker(socket: string): Promise<void> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => connection.end());
    connection.setTimeout(CONNECT_MS, () => connection.destroy());
    connection.on('error', () => undefined);
    connection.on('close', () => resolve());
    connection.resume();
  });
}

/** Starts a worker of the host in each master: visitors may wait in a retired one, too. */
export async function startPoolWorkers(places: Paths, hostCode: HostCode): Promise<void> {
  const runs = await phpRuns(phpMasterOf(places));
  await Promise.all(runs.map((run) => startWorker(join(run, phpSocketName(hostCode)))));
}

import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Isolation } from '../identity';
import { signalPid } from '../pid-file';
import type { Places } from '../places';

/** Tables of the kernel and the column of each that holds the inode of a socket. */
const TABLES = {
  tcp: 9,
  tcp6: 9,
  udp: 9,
  udp6: 9,
  raw: 9,
  raw6: 9,
  netlink: 9,
  packet: 8,
  unix: 6,
} as const;

/** Of a connection that has ended and only waits for late packets. */
const NO_INODE = '0';

async function rowsOf(table: string): Promise<string[][]> {
  const text = await readFile(`/proc/net/${table}`, 'utf8').catch(() => '');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
}

/** Inodes of the TCP sockets whose own port this is, in whatever state. */
async function socketsAt(port: number): Promise<ReadonlySet<string>> {
  const rows = [...(await rowsOf('tcp')), ...(await rowsOf('tcp6'))];
  const own = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = rows.filter(([, local]) => local?.endsWith(own)).map((row) => row[TABLES.tcp] ?? '');
  return new Set(inodes.filter((inode) => inode !== NO_INODE));
}

async function listedSockets(): Promise<ReadonlySet<string>> {
  const inodes = Object.entries(TABLES).map(async ([table, column]) =>
    (await rowsOf(table)).map((row) => row[column] ?? ''),
  );
  return new Set((await Promise.all(inodes)).flat());
}

/** Of a living process. The owner of its folder in /proc would be root's where it has made itself undumpable. */
async function realUid(pid: string): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
  return uid === undefined || /^State:\s+[ZX]/m.test(status) ? undefined : Number(uid);
}

async function processesOf(uids: ReadonlySet<number>): Promise<{ pid: number; uid: number }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(async (pid) => ({ pid: Number(pid), uid: await realUid(pid) })));
  return found.flatMap(({ pid, uid }) => (uid !== undefined && uids.has(uid) ? [{ pid, uid }] : []));
}

async function inodesOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const links = await Promise.all(names.map((name) => readlink(join(folder, name)).catch(() => '')));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

const ROUNDS = 100;
const AGAIN_MS = 10;

/** Stopped first, so that none is left to start the next one while the others are killed. */
async function endAll(uid: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const pids = (await processesOf(new Set([uid]))).map(({ pid }) => pid);
    if (pids.length === 0) return;
    pids.forEach((pid) => signalPid(pid, 'SIGSTOP'));
    pids.forEach((pid) => signalPid(pid, 'SIGKILL'));
    await sleep(AGAIN_MS);
  }
}

/** Uids of the hosts whose trees lie here. A host can neither replace its `wwwroot` nor give it away; root's is half made. */
export async function hostUids({ hosts }: Places, isolation: Isolation): Promise<ReadonlySet<number>> {
  // Without root hosts have the uid of whoever started us, and so have their other programs.
  if (isolation.is === 'single') return new Set();
  const names = await readdir(hosts).catch(() => []);
  const trees = await Promise.all(
    names.map((name) => lstat(join(hosts, name, 'wwwroot')).catch(() => undefined)),
  );
  return new Set(trees.flatMap((tree) => (tree && tree.uid !== 0 ? [tree.uid] : [])));
}

/** Whether a socket keeps others out of a port. One that is bound and does not listen is in no table of the kernel. */
async function inTheWay(port: number): Promise<(inode: string) => boolean> {
  const [atPort, listed] = await Promise.all([socketsAt(port), listedSockets()]);
  return atPort.size > 0 ? (inode) => atPort.has(inode) : (inode) => !listed.has(inode);
}

/**
 * Ends the programs of hosts that hold a port which the product needs before its first part runs. By then no program of a
 * host has any business here, so all of a holder's uid go: one of them would take the port as soon as another leaves it.
 * @returns uids whose programs were ended
 */
export async function endHolders(port: number, uids: ReadonlySet<number>): Promise<readonly number[]> {
  if (uids.size === 0) return [];
  const [isInTheWay, processes] = await Promise.all([inTheWay(port), processesOf(uids)]);
  const held = await Promise.all(processes.map(async ({ pid }) => (await inodesOf(pid)).some(isInTheWay)));
  const holders = new Set(processes.filter((_, index) => held[index]).map(({ uid }) => uid));
  for (const uid of holders) await endAll(uid);
  return [...holders];
}

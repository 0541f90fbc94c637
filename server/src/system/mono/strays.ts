import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Isolation } from '../identity';
import { signalPid } from '../pid-file';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly uid: number;
}

const INIT = 1;
const AGAIN_MS = 10;

async function processOf(pid: number): Promise<Process | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(text)?.[1];
  const [parent, uid, state] = [field('PPid'), field('Uid'), field('State')];
  if (parent === undefined || uid === undefined || state === 'Z') return undefined;
  return { pid, parent: Number(parent), uid: Number(uid) };
}

/** Processes of a uid that nobody holds any more: the first forefather of theirs with that uid is init's child. */
async function straysOf(uid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = new Map<number, Process>();
  for (const found of await Promise.all(pids.map(processOf))) if (found) all.set(found.pid, found);
  const isStray = ({ parent }: Process): boolean => {
    if (parent <= INIT) return true;
    // One begun since the names were read is not known here, and its children are not strays.
    const above = all.get(parent);
    return above?.uid === uid && isStray(above);
  };
  return [...all.values()].filter((one) => one.uid === uid && isStray(one)).map(({ pid }) => pid);
}

/**
 * Programs of a site may start others that leave their group, and nothing in Mono keeps them from it: what has left
 * whoever started it is ended with the server. Workers of PHP and of the file service hang on their masters and stay.
 */
export async function endStrays(isolation: Isolation, uid: number): Promise<void> {
  if (isolation.is === 'single') return;
  for (let pids = await straysOf(uid); pids.length > 0; pids = await straysOf(uid)) {
    pids.forEach((pid) => signalPid(pid, 'SIGKILL'));
    await sleep(AGAIN_MS);
  }
}

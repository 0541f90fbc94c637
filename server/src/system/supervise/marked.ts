import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { PART_MARK } from '../exec';
import { signalPid } from '../pid-file';

const AGAIN_MS = 10;

async function carries(pid: number, entry: string): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return text.split('\0').includes(entry);
}

async function carriers(mark: string): Promise<number[]> {
  const entry = `${PART_MARK}=${mark}`;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => carries(pid, entry)));
  return pids.filter((pid, index) => found[index] === true && pid !== process.pid);
}

/**
 * Kills every program that carries a part's mark: what the part had started, and what that started, in whatever session
 * it is. Only when the part itself has ended. A list of pids would miss the one begun just before the end.
 */
export async function endMarked(mark: string): Promise<boolean> {
  let found = false;
  for (let pids = await carriers(mark); pids.length > 0; pids = await carriers(mark)) {
    found = true;
    pids.forEach((pid) => signalPid(pid, 'SIGKILL'));
    await sleep(AGAIN_MS);
  }
  return found;
}

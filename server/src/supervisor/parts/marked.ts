import { readFile } from 'node:fs/promises';
import { endProcesses, type EndReport } from '#system/process/end-processes';
import { PART_MARK } from '#system/process/exec';
import { allPids } from '#system/process/process-table';

async function carries(pid: number, entry: string): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return text.split('\0').includes(entry);
}

async function carriers(mark: string): Promise<number[]> {
  const entry = `${PART_MARK}=${mark}`;
  const pids = await allPids();
  const found = await Promise.all(pids.map((pid) => carries(pid, entry)));
  return pids.filter((pid, index) => found[index] === true && pid !== process.pid);
}

/**
 * Kills every program that carries a part's mark: what the part had started, and what that started, in whatever session
 * it is. Only when the part itself has ended. A list of pids would miss the one begun just before the end.
 */
export const endMarked = (mark: string): Promise<EndReport> =>
  endProcesses(async () => (await carriers(mark)).map((pid) => ({ pid })));

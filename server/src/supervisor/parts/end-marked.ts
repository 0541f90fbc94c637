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
 * Kills every program with a part's mark: programs that the part started and their descendants, in any session. Call it
 * after the part has ended. A recorded list of pids would miss a program that was started just before the end.
 */
export const endMarked = (mark: string): Promise<EndReport> =>
  endProcesses(async () => (await carriers(mark)).map((pid) => ({ pid })));

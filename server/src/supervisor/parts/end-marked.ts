import { readFile } from 'node:fs/promises';
import { endProcesses, type EndReport } from '#system/process/end-processes';
import { PART_MARK } from '#system/process/exec';
import { allPids } from '#system/process/process-table';

const environmentOf = async (pid: number): Promise<readonly string[]> => {
  const text = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return text === '' ? [] : text.split('\0');
};

/** Number of searches for programs that end, or become another program, before they are read. */
const SEARCHES = 5;

async function carriers(mark: string): Promise<readonly number[]> {
  const entry = `${PART_MARK}=${mark}`;
  /** Not read again: they have an environment without the mark. */
  const others = new Set([process.pid]);
  let found: readonly number[] = [];
  for (let search = 0; found.length === 0 && search <= SEARCHES; search++) {
    const pids = (await allPids()).filter((pid) => !others.has(pid));
    const environments = await Promise.all(pids.map(environmentOf));
    found = pids.filter((_, index) => environments[index]?.includes(entry));
    for (const [index, pid] of pids.entries()) if (environments[index]?.length !== 0) others.add(pid);
  }
  return found;
}

/**
 * Kills every program with a part's mark: programs that the part started and their descendants, in any session. Call it
 * after the part has ended. A recorded list of pids would miss a program that was started just before the end.
 */
export const endMarked = (mark: string): Promise<EndReport> =>
  endProcesses(async () => (await carriers(mark)).map((pid) => ({ pid })));

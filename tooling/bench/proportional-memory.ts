import { readFile } from 'node:fs/promises';
import { treeOf } from './processes';

/** Memory of a process and all below it, bytes; what they share counts once. */
export async function proportionalMemory(pid: number): Promise<number> {
  const sizes = treeOf(pid).map(async (one) => {
    const text = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

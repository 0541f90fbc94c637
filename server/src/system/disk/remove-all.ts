import { rm } from 'node:fs/promises';
import { run } from '#system/process/exec';
import { existsWithoutFollowing } from './exists';

/** Removes a tree of any depth, even while a host's processes write into it. */
export async function removeAll(path: string): Promise<void> {
  if (!(await existsWithoutFollowing(path))) return;
  const { code, stderr } = await run(
    { file: 'rm', args: ['-rf', '--one-file-system', '--', path] },
    { timeoutMs: 60 * 60_000 },
  );
  if (code !== 0) throw new Error(`rm: ${stderr.slice(0, 500)}`);
  await rm(path, { recursive: true, force: true });
}

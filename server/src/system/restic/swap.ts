import { lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from '#system/process/exec';

/** Of a work folder: the new tree, what it replaces, and what is about to be done with the two. */
export const TREE = 'tree';
const OLD = 'old';
const JOURNAL = 'swap.json';
const DONE = 'swapped.json';

const Journal = z.object({ root: z.string(), names: z.array(z.string().regex(/^[a-z]+$/)) });

const isThere = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;

/** On the disk before whatever comes next. */
async function settle(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeSafely(folder: string, name: string, text: string): Promise<void> {
  const fresh = join(folder, `${name}.new`);
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, join(folder, name));
  await settle(folder);
}

/** Whether an exchange was begun: from then on it only goes forward. */
export const swapBegan = async (work: string): Promise<boolean> =>
  (await isThere(join(work, JOURNAL))) || (await isThere(join(work, DONE)));

/** Goes on where an exchange was interrupted; where none was begun, or it is done, nothing happens. */
export async function completeSwap(work: string): Promise<void> {
  const text = await readFile(join(work, JOURNAL), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const { root, names } = Journal.parse(JSON.parse(text));
  const [tree, old] = [join(work, TREE), join(work, OLD)];
  await mkdir(old, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const [come, stands, aside] = [join(tree, name), join(root, name), join(old, name)];
    if (!(await isThere(come))) continue;
    // A second one is what somebody made in the gap of an interrupted exchange.
    if (await isThere(stands)) await rename(stands, (await isThere(aside)) ? `${aside}-between` : aside);
    await rename(come, stands);
  }
  for (const folder of [root, tree, old]) await settle(folder);
  await rename(join(work, JOURNAL), join(work, DONE));
  await settle(work);
}

/**
 * Exchanges folders of a host's root for those of the work folder's tree. All is written down first: whoever is killed on
 * the way is followed by somebody who goes on. Both places are root's, so that no name in either is the host's to swap.
 */
export async function swapTrees(work: string, root: string): Promise<void> {
  const names = (await readdir(join(work, TREE))).filter((name) => /^[a-z]+$/.test(name));
  await writeSafely(work, JOURNAL, JSON.stringify({ root, names }));
  await completeSwap(work);
}

/**
 * Before anybody works with the hosts' trees: exchanges that a worker was killed in are completed. One that can't be
 * keeps no other host waiting; its task tries again.
 */
export async function completeSwaps(
  restores: string,
  onFailed: (folder: string, error: unknown) => void = () => undefined,
): Promise<void> {
  for (const host of await readdir(restores).catch(() => []))
    for (const task of await readdir(join(restores, host)).catch(() => [])) {
      const folder = join(restores, host, task);
      await completeSwap(folder).catch((error: unknown) => onFailed(folder, error));
    }
}

/** Removes a tree of any depth that a host's processes may still be writing in. */
export async function removeAll(path: string): Promise<void> {
  if (!(await isThere(path))) return;
  const { code, stderr } = await run(
    { file: 'rm', args: ['-rf', '--one-file-system', '--', path] },
    { timeoutMs: 60 * 60_000 },
  );
  if (code !== 0) throw new Error(`rm: ${stderr.slice(0, 500)}`);
  await rm(path, { recursive: true, force: true });
}

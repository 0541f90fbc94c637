import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { existsUnfollowed } from '#system/disk/is-there';

/** Names in a restore folder: the restored tree, what it replaced, and the journals of a running and a finished swap. */
export const TREE = 'tree';
const OLD = 'old';
const JOURNAL = 'swap.json';
const DONE = 'swapped.json';

const Journal = z.object({ root: z.string(), names: z.array(z.string().regex(/^[a-z]+$/)) });

/** Flushes a file or folder to the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  const fresh = join(folder, `${name}.new`);
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, join(folder, name));
  await flush(folder);
}

/** Whether a swap was started; it is then completed, never undone. */
export const swapStarted = async (restoreFolder: string): Promise<boolean> =>
  (await existsUnfollowed(join(restoreFolder, JOURNAL))) ||
  (await existsUnfollowed(join(restoreFolder, DONE)));

/** Completes an interrupted swap; does nothing if none was started or it is done. */
export async function completeSwap(restoreFolder: string): Promise<void> {
  const text = await readFile(join(restoreFolder, JOURNAL), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const { root, names } = Journal.parse(JSON.parse(text));
  const [tree, old] = [join(restoreFolder, TREE), join(restoreFolder, OLD)];
  await mkdir(old, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const [restored, live, aside] = [join(tree, name), join(root, name), join(old, name)];
    if (!(await existsUnfollowed(restored))) continue;
    // A live folder beside an old one was created while the swap was interrupted.
    if (await existsUnfollowed(live))
      await rename(live, (await existsUnfollowed(aside)) ? `${aside}-between` : aside);
    await rename(restored, live);
  }
  for (const folder of [root, tree, old]) await flush(folder);
  await rename(join(restoreFolder, JOURNAL), join(restoreFolder, DONE));
  await flush(restoreFolder);
}

/**
 * Swaps folders of a host's root for those of the restored tree. A journal is written first, so that the next worker can
 * complete the swap. Root owns both parent folders, so the host can't swap a name in them for a link.
 */
export async function swapTrees(restoreFolder: string, root: string): Promise<void> {
  const names = (await readdir(join(restoreFolder, TREE))).filter((name) => /^[a-z]+$/.test(name));
  await writeDurably(restoreFolder, JOURNAL, JSON.stringify({ root, names }));
  await completeSwap(restoreFolder);
}

/**
 * Completes the swaps that a killed worker left; called before the hosts' trees are used. A swap that fails does not block
 * other hosts; its task tries again.
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

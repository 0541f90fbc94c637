import { chmod, copyFile, lstat, mkdir, readdir, readlink } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { CommandRefusal } from '../cli/src/refusal';

const LINKS_MAX = 20;

/** Resolves a path in an unpacked system, whose absolute links mean its own top. Undefined: it leads nowhere. */
async function resolveIn(top: string, path: string): Promise<string | undefined> {
  let rest = normalize(path)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  let found = '';
  for (let links = 0; rest.length > 0;) {
    const [name = '', ...after] = rest;
    if (name === '..') {
      found = dirname(found);
      rest = after;
      continue;
    }
    const next = join(found, name);
    const stats = await lstat(join(top, next)).catch(() => undefined);
    if (!stats) return undefined;
    if (!stats.isSymbolicLink()) {
      found = next;
      rest = after;
      continue;
    }
    if ((links += 1) > LINKS_MAX) return undefined;
    const target = await readlink(join(top, next));
    if (target.startsWith('/')) found = '';
    rest = [...target.split('/').filter((part) => part !== '' && part !== '.'), ...after];
  }
  return found;
}

export interface TreeCopy {
  /** The unpacked system. */
  readonly top: string;
  /** Path in it. */
  readonly from: string;
  readonly to: string;
  /** Paths below `to` that are left out. */
  readonly leaveOut: readonly string[];
}

/**
 * Copies files and folders, with the content of links. Rejects at a link that leads nowhere.
 * @param base the folder that `leaveOut` counts from
 */
export async function copyTree(copy: TreeCopy, base: string = copy.to): Promise<void> {
  const { top, from, to, leaveOut } = copy;
  if (leaveOut.includes(relative(base, to))) return;
  const real = await resolveIn(top, from);
  if (real === undefined) throw new CommandRefusal(`Nothing in the packages is called ${from}`);
  const stats = await lstat(join(top, real));
  if (!stats.isDirectory()) {
    await mkdir(dirname(to), { recursive: true });
    await copyFile(join(top, real), to);
    await chmod(to, 0o644);
    return;
  }
  await mkdir(to, { recursive: true });
  for (const name of await readdir(join(top, real)))
    await copyTree({ ...copy, from: join(real, name), to: join(to, name) }, base);
}

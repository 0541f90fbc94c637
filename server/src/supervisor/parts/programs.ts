import { chmod, copyFile, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Isolation } from '#system/process/identity';
import { pathExists } from '#system/disk/exists';
import { closedAncestor } from '../data-directory';

async function inPlace(target: string, make: (scratch: string) => Promise<void>): Promise<void> {
  if (await pathExists(target)) return;
  const scratch = `${target}.new`;
  await rm(scratch, { recursive: true, force: true });
  await make(scratch);
  await rename(scratch, target);
}

/** Programs that run under other uids. A program in a folder that those uids can't enter is copied once per version. */
export interface Programs {
  readonly isolation: Isolation;
  /** Folder of the copies. */
  readonly folder: string;
}

/** Returns the path of a Node.js executable that every uid may run: the supervisor’s own, or a copy of it. */
export async function sharedNode({ isolation, folder }: Programs): Promise<string> {
  const node = process.execPath;
  if (isolation.is === 'single' || (await closedAncestor(node)) === undefined) return node;
  const target = join(folder, `node-${process.versions.node}`);
  await inPlace(target, async (scratch) => {
    await copyFile(node, scratch);
    await chmod(scratch, 0o755);
  });
  return target;
}

/** @param programs folder of `postgres` and `initdb`, its libraries and data beside it */
export async function sharedPostgres({ isolation, folder }: Programs, programs: string): Promise<string> {
  if (isolation.is === 'single' || (await closedAncestor(join(programs, 'postgres'))) === undefined)
    return programs;
  const version = await stat(join(programs, 'postgres'));
  const target = join(folder, `postgres-${version.size}-${Math.trunc(version.mtimeMs)}`);
  await inPlace(target, async (scratch) => {
    await mkdir(dirname(scratch), { recursive: true });
    await cp(dirname(programs), scratch, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });
  });
  return join(target, 'bin');
}

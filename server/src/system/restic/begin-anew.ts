import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from './if-there';
import type { Repository } from './repository';

const FOLDER = { recursive: true, force: true } as const;
const FILE = /^[0-9a-f]{64}$/;

const holdsFile = async (folder: string): Promise<boolean> =>
  ((await ifThere(readdir(folder))) ?? []).some((name) => FILE.test(name));

/** Whether a single pack is there: without, nothing can be restored from it. */
export async function hasPacks(at: string): Promise<boolean> {
  const data = join(at, 'data');
  for (const name of (await ifThere(readdir(data))) ?? []) if (await holdsFile(join(data, name))) return true;
  return false;
}

/** Whether it tells of packs and has none: whoever copies into it leaves out what it tells of. */
export const isHollow = async (at: string): Promise<boolean> =>
  !(await hasPacks(at)) && ((await holdsFile(join(at, 'snapshots'))) || holdsFile(join(at, 'index')));

interface Beginning {
  /** Where the one before is kept. */
  readonly lost: string;
  readonly init: (repository: Repository) => Promise<void>;
}

/** Where one is made before it takes its place. */
export const freshFolder = (at: string): string => `${at}.fresh`;

/** Another repository takes the place of one that is of no use. What still has packs is kept beside it. */
export async function beginAnew(repository: Repository, { lost, init }: Beginning): Promise<void> {
  const { at } = repository;
  const fresh = freshFolder(at);
  await rm(fresh, FOLDER);
  await init({ ...repository, at: fresh });
  // Only by one that holds something: an earlier one is not to make room for nothing.
  if (await hasPacks(at)) {
    await rm(lost, FOLDER);
    await rename(at, lost);
  } else await rm(at, FOLDER);
  await rename(fresh, at);
}

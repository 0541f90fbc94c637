import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from './if-exists';
import type { Repository } from './repository';

const REMOVE = { recursive: true, force: true } as const;
const RESTIC_FILE = /^[0-9a-f]{64}$/;

const holdsFile = async (folder: string): Promise<boolean> =>
  ((await ifExists(readdir(folder))) ?? []).some((name) => RESTIC_FILE.test(name));

/** Whether the repository has any pack; without packs, nothing can be restored from it. */
export async function hasPacks(at: string): Promise<boolean> {
  const data = join(at, 'data');
  for (const name of (await ifExists(readdir(data))) ?? [])
    if (await holdsFile(join(data, name))) return true;
  return false;
}

/** Whether snapshots or an index refer to packs that are all gone. A copy into such a repository would skip those packs. */
export const lostAllPacks = async (at: string): Promise<boolean> =>
  !(await hasPacks(at)) && ((await holdsFile(join(at, 'snapshots'))) || holdsFile(join(at, 'index')));

interface Replacement {
  /** The folder that keeps the old repository. */
  readonly lost: string;
  readonly init: (repository: Repository) => Promise<void>;
}

/** The folder in which the new repository is created before it replaces the old one. */
export const newRepositoryFolder = (at: string): string => `${at}.fresh`;

/** Replaces a repository by a new one. The old one is kept next to it if it still has packs. */
export async function replaceRepository(repository: Repository, { lost, init }: Replacement): Promise<void> {
  const { at } = repository;
  const fresh = newRepositoryFolder(at);
  await rm(fresh, REMOVE);
  await init({ ...repository, at: fresh });
  // An empty repository must not displace one with packs that was kept earlier.
  if (await hasPacks(at)) {
    await rm(lost, REMOVE);
    await rename(at, lost);
  } else await rm(at, REMOVE);
  await rename(fresh, at);
}

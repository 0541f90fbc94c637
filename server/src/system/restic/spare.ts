import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRefusal, Refusal } from '#faults/refusal';
import { ifThere } from './if-there';
import { LOOKING, type Repository } from './repository';
import { runRestic } from './run-restic';

/** Without these few bytes nothing opens a repository, however whole the rest of it is. */
const keysOf = async (folder: string): Promise<string[]> =>
  (await ifThere(readdir(join(folder, 'keys')))) ?? [];

const openingOf = async (folder: string): Promise<string[]> => [
  'config',
  ...(await keysOf(folder)).map((key) => join('keys', key)),
];

/** Whole or not at all: read-only as the engine writes them. */
async function place(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.partial`, bytes, { mode: 0o400 });
  await rename(`${file}.partial`, file);
}

/** Whether a repository, or its spare, has what it is opened with, whole or not. */
export const hasOpening = async (at: string): Promise<boolean> =>
  (await keysOf(at)).length > 0 && (await ifThere(readFile(join(at, 'config')))) !== undefined;

/** Whether it has what it is opened with, whole. Another key than the one in force, say, is refused, not denied. */
export async function canBeOpened(repository: Repository): Promise<boolean> {
  if (!(await hasOpening(repository.at))) return false;
  try {
    const { signal } = new AbortController();
    await runRestic(repository, { args: ['cat', ...LOOKING, 'config'], signal });
    return true;
  } catch (error) {
    if (isRefusal(error) && error.reason === 'backup-config-lost') return false;
    throw error;
  }
}

/** Keeps what a repository is opened with, in a folder that is root's alone. Refuses `backup-config-lost` where some is gone. */
export async function keepSpare(repository: Repository, spare: string): Promise<void> {
  if (!(await hasOpening(repository.at))) throw new Refusal('backup-config-lost');
  const fresh = `${spare}.partial`;
  await rm(fresh, { recursive: true, force: true });
  for (const name of await openingOf(repository.at))
    await place(join(fresh, name), await readFile(join(repository.at, name)));
  await rm(spare, { recursive: true, force: true });
  await rename(fresh, spare);
}

/** Puts back what is not as it was kept; nothing where nothing was. */
export async function putBack({ at }: Repository, spare: string): Promise<void> {
  for (const name of await openingOf(spare)) {
    const kept = await ifThere(readFile(join(spare, name)));
    const there = await ifThere(readFile(join(at, name)));
    if (kept && !there?.equals(kept)) await place(join(at, name), kept);
  }
}

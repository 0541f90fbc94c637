import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRefusal, Refusal } from '#faults/refusal';
import { ifExists } from './if-exists';
import { NO_LOCK, type Repository } from './repository';
import { runRestic } from './run-restic';

/** A repository can't be opened without its config and a key file, even if everything else is intact. */
const keysOf = async (folder: string): Promise<string[]> =>
  (await ifExists(readdir(join(folder, 'keys')))) ?? [];

const configAndKeyFiles = async (folder: string): Promise<string[]> => [
  'config',
  ...(await keysOf(folder)).map((key) => join('keys', key)),
];

/** Writes a file completely or not at all, read-only as restic does. */
async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.partial`, bytes, { mode: 0o400 });
  await rename(`${file}.partial`, file);
}

/** Whether a repository, or the backup of its config, has a config and keys, intact or not. */
export const hasConfigAndKeys = async (at: string): Promise<boolean> =>
  (await keysOf(at)).length > 0 && (await ifExists(readFile(join(at, 'config')))) !== undefined;

/** False if config or keys are missing or damaged. Throws for any other reason, such as a wrong key. */
export async function canBeOpened(repository: Repository): Promise<boolean> {
  if (!(await hasConfigAndKeys(repository.at))) return false;
  try {
    const { signal } = new AbortController();
    await runRestic(repository, { args: ['cat', ...NO_LOCK, 'config'], signal });
    return true;
  } catch (error) {
    if (isRefusal(error) && error.reason === 'backup-config-lost') return false;
    throw error;
  }
}

/** Copies config and keys into a folder that only root can open. Refuses with `backup-config-lost` if one is missing. */
export async function backUpConfig(repository: Repository, folder: string): Promise<void> {
  if (!(await hasConfigAndKeys(repository.at))) throw new Refusal('backup-config-lost');
  const fresh = `${folder}.partial`;
  await rm(fresh, { recursive: true, force: true });
  for (const name of await configAndKeyFiles(repository.at))
    await writeAtomically(join(fresh, name), await readFile(join(repository.at, name)));
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
}

/** Restores config and keys that differ from their backup; does nothing without a backup. */
export async function restoreConfig({ at }: Repository, folder: string): Promise<void> {
  for (const name of await configAndKeyFiles(folder)) {
    const saved = await ifExists(readFile(join(folder, name)));
    const current = await ifExists(readFile(join(at, name)));
    if (saved && !current?.equals(saved)) await writeAtomically(join(at, name), saved);
  }
}

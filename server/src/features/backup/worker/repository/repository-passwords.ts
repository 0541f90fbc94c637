import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { RepositoryRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import type { BackupPaths } from '#system/restic/backup-paths';
import { addKey, dropOtherKeys } from '#system/restic/keys';
import type { Repository } from '#system/restic/repository';

const PASSWORD_BYTES = 32;
/** A target that missed this many rotations can no longer be opened. */
const FORMER_PASSWORDS_MAX = 10;

export const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

const temporaryName = (hostCode: HostCode): string => `${hostCode}.${randomBytes(6).toString('hex')}`;

async function writeFileOf({ keys }: BackupPaths, name: string, password: string): Promise<string> {
  const file = join(keys, name);
  await writeFile(file, password, { mode: 0o600 });
  return file;
}

/** Writes the password from the database into a file that only root can read, from which restic takes it. */
export async function writePasswordFile(
  paths: BackupPaths,
  { host_code, password }: RepositoryRow,
): Promise<string> {
  const file = join(paths.keys, host_code);
  if ((await readFile(file, 'utf8').catch(() => undefined)) !== password)
    await rename(await writeFileOf(paths, temporaryName(host_code), password), file);
  return file;
}

export interface PasswordChange {
  readonly db: Db;
  readonly paths: BackupPaths;
  readonly row: RepositoryRow;
}

/**
 * Gives a repository a new password and removes the old one. If we are killed in between, the repository opens with the
 * password in the database, and running this again leaves only that one valid.
 */
export async function changePassword(
  repository: Repository,
  { db, paths, row: { host_code, password: before, former_passwords } }: PasswordChange,
): Promise<void> {
  const { signal } = new AbortController();
  const password = newPassword();
  const next = await writeFileOf(paths, `${host_code}.next`, password);
  await addKey(repository, { passwordFile: next, signal });
  const former = JSON.stringify([before, ...former_passwords].slice(0, FORMER_PASSWORDS_MAX));
  await db
    .updateTable('backup_repository')
    .set({ password, former_passwords: former })
    .where('host_code', '=', host_code)
    .execute();
  await rename(next, repository.passwordFile);
  await dropOtherKeys(repository, signal);
}

/** Runs work with files that hold the former passwords, then removes the files. */
export async function withFormerPasswords<Value>(
  paths: BackupPaths,
  { host_code, former_passwords }: RepositoryRow,
  work: (passwordFiles: readonly string[]) => Promise<Value>,
): Promise<Value> {
  const files = former_passwords.map((password) => ({ name: temporaryName(host_code), password }));
  try {
    return await work(
      await Promise.all(files.map(({ name, password }) => writeFileOf(paths, name, password))),
    );
  } finally {
    for (const { name } of files) await rm(join(paths.keys, name), { force: true });
  }
}

import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { RepositoryRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import type { BackupPlaces } from '#system/restic/backup-places';
import { addKey, dropOtherKeys } from '#system/restic/keys';
import type { Repository } from '#system/restic/repository';

const PASSWORD_BYTES = 32;
/** Rotations after which a target that was never reached since is lost. */
const FORMER_MAX = 10;

export const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

const passing = (hostCode: HostCode): string => `${hostCode}.${randomBytes(6).toString('hex')}`;

async function writeKey({ keys }: BackupPlaces, name: string, password: string): Promise<string> {
  const file = join(keys, name);
  await writeFile(file, password, { mode: 0o600 });
  return file;
}

/** The key lies in the database; programs read it from a file that is root's alone. */
export async function keyFile(places: BackupPlaces, { host_code, password }: RepositoryRow): Promise<string> {
  const file = join(places.keys, host_code);
  if ((await readFile(file, 'utf8').catch(() => undefined)) !== password)
    await rename(await writeKey(places, passing(host_code), password), file);
  return file;
}

export interface KeyChange {
  readonly db: Db;
  readonly places: BackupPlaces;
  readonly row: RepositoryRow;
}

/**
 * Another password for it; the one before opens it no more. Killed in between, it opens with the one that is written
 * down, and doing it again leaves that one alone.
 */
export async function changeKey(
  repository: Repository,
  { db, places, row: { host_code, password: before, former_passwords } }: KeyChange,
): Promise<void> {
  const { signal } = new AbortController();
  const password = newPassword();
  const next = await writeKey(places, `${host_code}.next`, password);
  await addKey(repository, { passwordFile: next, signal });
  const former = JSON.stringify([before, ...former_passwords].slice(0, FORMER_MAX));
  await db
    .updateTable('backup_repository')
    .set({ password, former_passwords: former })
    .where('host_code', '=', host_code)
    .execute();
  await rename(next, repository.passwordFile);
  await dropOtherKeys(repository, signal);
}

/** Keys from before, as files for as long as some work takes. */
export async function withFormerKeys<Value>(
  places: BackupPlaces,
  { host_code, former_passwords }: RepositoryRow,
  work: (passwordFiles: readonly string[]) => Promise<Value>,
): Promise<Value> {
  const named = former_passwords.map((password) => ({ name: passing(host_code), password }));
  try {
    return await work(await Promise.all(named.map(({ name, password }) => writeKey(places, name, password))));
  } finally {
    for (const { name } of named) await rm(join(places.keys, name), { force: true });
  }
}

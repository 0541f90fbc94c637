import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Refusal } from '#faults/refusal';
import { hasSpace } from '#system/disk/with-space';
import { endConnection } from '../accounts/host-accounts';
import type { Connection } from '../connection/connection';
import { withAdmin, type DatabaseServer } from '../connection/server';
import { temporaryFolder } from '../instance/instance';

/** Rows take at least this share of their dump's bytes on disk: a dump may write each byte as two hex digits. */
const MIN_DISK_PER_DUMP_BYTE = 0.5;

/** Refuses with `disk-full`, before the load starts, if the dump would fill the disk that all hosts share. */
export async function ensureDiskSpace(
  { disk }: Pick<DatabaseServer, 'disk'>,
  dumpBytes: number,
): Promise<void> {
  if (!disk) return;
  const spare = disk.spare + dumpBytes * MIN_DISK_PER_DUMP_BYTE;
  if (!(await hasSpace({ folder: disk.folder, spare }))) throw new Refusal('disk-full');
}

/** `#sql-temptable-<process>-<connection>-<count>.<extension>`, numbers in hexadecimal. */
const TEMPORARY_TABLE = /^#sql-temptable-[0-9a-f]+-([0-9a-f]+)-[0-9a-f]+\./;

/** Size of the blocks that `stat` counts, bytes. */
const BLOCK = 512;

/** Bytes of temporary tables by connection. Neither a quota nor the server's own figures include them. */
async function temporaryBytes(data: string): Promise<ReadonlyMap<number, number>> {
  const folder = temporaryFolder(data);
  const held = new Map<number, number>();
  for (const name of await readdir(folder).catch(() => [])) {
    const [, connection] = TEMPORARY_TABLE.exec(name) ?? [];
    // A table that was dropped after the listing holds nothing.
    const file = connection === undefined ? undefined : await stat(join(folder, name)).catch(() => undefined);
    if (connection === undefined || !file) continue;
    const id = Number.parseInt(connection, 16);
    held.set(id, (held.get(id) ?? 0) + file.blocks * BLOCK);
  }
  return held;
}

/** Pause between two checks, ms. */
const CHECK_MS = 1000;
/** Statements and transactions that are shorter take too little space to matter, ms. */
const LONG_MS = 1000;
/** Smaller temporary tables take too little space to matter, bytes. */
const HELD_MIN = 16 * 1024 * 1024;

const ClientConnection = z.object({ id: z.coerce.number(), user: z.string() });
type ClientConnection = z.infer<typeof ClientConnection>;

/** The connection whose statement has run longest, except the administrator's. Prepared statements count too. */
async function longest(admin: Connection, own: string): Promise<ClientConnection | undefined> {
  const sql = `SELECT ID AS id, USER AS user FROM information_schema.PROCESSLIST
    WHERE COMMAND IN ('Query', 'Execute') AND USER <> ? AND TIME_MS > ? ORDER BY TIME_MS DESC LIMIT 1`;
  const [found] = await admin.rows(ClientConnection, sql, [own, LONG_MS]);
  return found;
}

/** The connection with the most bytes in temporary tables, idle or not, except the administrator's. */
async function largest(admin: Connection, own: string, data: string): Promise<ClientConnection | undefined> {
  const sql = 'SELECT ID AS id, USER AS user FROM information_schema.PROCESSLIST WHERE USER <> ?';
  const [held, connections] = [await temporaryBytes(data), await admin.rows(ClientConnection, sql, [own])];
  const bytes = ({ id }: ClientConnection) => held.get(id) ?? 0;
  const [first] = connections.sort((one, other) => bytes(other) - bytes(one));
  return first && bytes(first) >= HELD_MIN ? first : undefined;
}

/** The connection with the oldest idle transaction: the server keeps old versions of changed rows for it. */
async function idle(admin: Connection, own: string): Promise<ClientConnection | undefined> {
  const sql = `SELECT ID AS id, USER AS user FROM information_schema.PROCESSLIST
    JOIN information_schema.INNODB_TRX ON trx_mysql_thread_id = ID
    WHERE COMMAND = 'Sleep' AND USER <> ? AND TIME_MS > ? ORDER BY trx_started LIMIT 1`;
  const [found] = await admin.rows(ClientConnection, sql, [own, LONG_MS]);
  return found;
}

async function nextToEnd(admin: Connection, { admin: { user } }: DatabaseServer, data: string) {
  return (await largest(admin, user, data)) ?? (await idle(admin, user)) ?? longest(admin, user);
}

interface DiskGuard {
  readonly server: DatabaseServer;
  readonly signal: AbortSignal;
  /** Called with the user whose connection was ended. */
  readonly onEnded: (user: string) => void;
}

/**
 * Sorts, joins, bulk loads, temporary tables and old row versions take disk space that no quota counts. When the shared
 * disk is nearly full, ends connections until there is space again: first the one with the largest temporary tables,
 * then idle transactions, then the longest statement. Runs until the signal.
 */
export async function guardDiskSpace({ server, signal, onEnded }: DiskGuard): Promise<void> {
  const { disk } = server;
  if (!disk) return;
  for (;;) {
    await sleep(CHECK_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // A load watches the full reserve itself, so it ends before this guard acts.
    if (await hasSpace({ folder: disk.folder, spare: disk.spare / 2 })) continue;
    const ended = await withAdmin(server, async (admin) => {
      const found = await nextToEnd(admin, server, disk.folder);
      if (found) await endConnection(admin, found.id);
      return found?.user;
    }).catch(() => undefined);
    if (ended !== undefined) onEnded(ended);
  }
}

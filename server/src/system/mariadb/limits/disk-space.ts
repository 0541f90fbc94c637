import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { hasSpace } from '#system/disk/with-space';
import { endConnection } from '../accounts/host-accounts';
import type { Link } from '../connection/connection';
import { withAdmin, type DatabaseServer } from '../connection/server';
import { temporaryBytes } from './temporary';

/** Between two looks, ms. */
const LOOK_MS = 1000;
/** Shorter ones take no room worth the trouble, ms. */
const LONG_MS = 1000;
/** Temporary tables that hold less are not worth the trouble, bytes. */
const HELD_MIN = 16 * 1024 * 1024;

const Connection = z.object({ id: z.coerce.number(), user: z.string() });
type Connection = z.infer<typeof Connection>;

/** Of everybody but the administrator, the one that has gone on for longest; what was prepared executes. */
async function longest(admin: Link, own: string): Promise<Connection | undefined> {
  const sql = `SELECT ID AS id, USER AS user FROM information_schema.PROCESSLIST
    WHERE COMMAND IN ('Query', 'Execute') AND USER <> ? AND TIME_MS > ? ORDER BY TIME_MS DESC LIMIT 1`;
  const [found] = await admin.rows(Connection, sql, [own, LONG_MS]);
  return found;
}

/** Of everybody but the administrator, the one with the most in temporary tables, whether or not it does anything now. */
async function largest(admin: Link, own: string, data: string): Promise<Connection | undefined> {
  const sql = 'SELECT ID AS id, USER AS user FROM information_schema.PROCESSLIST WHERE USER <> ?';
  const [held, there] = [await temporaryBytes(data), await admin.rows(Connection, sql, [own])];
  const bytes = ({ id }: Connection) => held.get(id) ?? 0;
  const [first] = there.sort((one, other) => bytes(other) - bytes(one));
  return first && bytes(first) >= HELD_MIN ? first : undefined;
}

/** The oldest transaction in which nothing is under way: what others change is kept for it. */
async function idle(admin: Link, own: string): Promise<Connection | undefined> {
  const sql = `SELECT ID AS id, USER AS user FROM information_schema.PROCESSLIST
    JOIN information_schema.INNODB_TRX ON trx_mysql_thread_id = ID
    WHERE COMMAND = 'Sleep' AND USER <> ? AND TIME_MS > ? ORDER BY trx_started LIMIT 1`;
  const [found] = await admin.rows(Connection, sql, [own, LONG_MS]);
  return found;
}

async function next(admin: Link, { admin: { user } }: DatabaseServer, data: string) {
  return (await largest(admin, user, data)) ?? (await idle(admin, user)) ?? longest(admin, user);
}

interface Keeping {
  readonly server: DatabaseServer;
  readonly signal: AbortSignal;
  /** A connection of this user was ended. */
  readonly onEnded: (user: string) => void;
}

/**
 * Sorting, joining, loading in bulk, temporary tables and what old transactions still see take room that no quota counts.
 * Where that would fill the disk of all, connections end until there is room again: those that hold most first, then
 * those that only wait, then those that have worked for longest. Goes on until the signal.
 */
export async function keepRoom({ server, signal, onEnded }: Keeping): Promise<void> {
  const { disk } = server;
  if (!disk) return;
  for (;;) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // A load watches for itself, and ends first.
    if (await hasSpace({ folder: disk.folder, spare: disk.spare / 2 })) continue;
    const ended = await withAdmin(server, async (admin) => {
      const found = await next(admin, server, disk.folder);
      if (found) await endConnection(admin, found.id);
      return found?.user;
    }).catch(() => undefined);
    if (ended !== undefined) onEnded(ended);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { hasSpace } from '../with-space';
import { endConnection } from './accounts';
import type { Link } from './link';
import { withAdmin, type DatabaseServer } from './server';

/** Between two looks, ms. */
const LOOK_MS = 2000;
/** Shorter ones take no room worth the trouble, ms. */
const LONG_MS = 1000;

const Busy = z.object({ id: z.coerce.number(), user: z.string() });

/** Of everybody but the administrator, the one that has gone on for longest. */
async function longest(admin: Link, own: string): Promise<z.infer<typeof Busy> | undefined> {
  const sql = `SELECT ID AS id, USER AS user FROM information_schema.PROCESSLIST
    WHERE COMMAND = 'Query' AND USER <> ? AND TIME_MS > ? ORDER BY TIME_MS DESC LIMIT 1`;
  const [found] = await admin.rows(Busy, sql, [own, LONG_MS]);
  return found;
}

interface Keeping {
  readonly server: DatabaseServer;
  readonly signal: AbortSignal;
  /** A statement of this user was ended. */
  readonly onEnded: (user: string) => void;
}

/**
 * Sorting, joining and loading in bulk put aside what no quota counts. Where that would fill the disk of all, statements
 * end in the engine, the longest first, until there is room again. Goes on until the signal.
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
      const found = await longest(admin, server.admin.user);
      if (found) await endConnection(admin, found.id);
      return found?.user;
    }).catch(() => undefined);
    if (ended !== undefined) onEnded(ended);
  }
}

import { sql } from 'kysely';
import type { HostCode } from '@sitedeck/contract';
import type { Db } from '../state/db';
import { announce } from '../state/live';

/** Ends every session of a host, and every embed token and link to it; with the caller's transaction, all or nothing. */
export async function endSessionsOfHost(db: Db, hostCode: HostCode): Promise<void> {
  const ended = await db
    .deleteFrom('session')
    .where('host_code', '=', hostCode)
    .returning('id_hash')
    .execute();
  for (const row of ended) await announce(db, { is: 'session', id: row.id_hash });
  await db
    .deleteFrom('access_token')
    .where('kind', 'in', ['embed', 'link'])
    .where(sql<string>`payload->>'hostCode'`, '=', hostCode)
    .execute();
}

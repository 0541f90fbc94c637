import { sql } from 'kysely';
import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { announce } from '#state/live';
import type { EndedSessionTable } from '#state/tables';

/**
 * Ends every session of a host, and every embed token and link to it; all or nothing inside the caller's
 * transaction.
 * @param why reported to their browsers until the sessions would have expired
 */
export async function endSessionsOfHost(
  db: Db,
  hostCode: HostCode,
  why: EndedSessionTable['why'],
): Promise<void> {
  const ended = await db
    .with('gone', (cte) =>
      cte
        .deleteFrom('session')
        .where('host_code', '=', hostCode)
        .returning(['id_hash', 'host_code', 'expires_at']),
    )
    .insertInto('ended_session')
    .columns(['id_hash', 'host_code', 'why', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('gone')
        .select(['id_hash', 'host_code', sql<typeof why>`${why}`.as('why'), 'expires_at']),
    )
    .returning('id_hash')
    .execute();
  for (const row of ended) await announce(db, { is: 'session', id: row.id_hash });
  await db
    .deleteFrom('access_token')
    .where('kind', 'in', ['embed', 'link', 'backup'])
    .where(sql<string>`payload->>'hostCode'`, '=', hostCode)
    .execute();
}

/**
 * Forgets why a host's sessions ended, after the change that ended them was undone. They stay ended, and
 * their browsers see them as expired.
 */
export async function forgetWhyEnded(db: Db, hostCode: HostCode): Promise<void> {
  await db.deleteFrom('ended_session').where('host_code', '=', hostCode).execute();
}

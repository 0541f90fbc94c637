import { sql } from 'kysely';
import type { Db } from './db';

/** Makes new hosts get their uids from this range, above every uid that was ever assigned. */
export async function setHostUids(db: Db, range: { first: number; last: number }): Promise<void> {
  const [first, last] = [Math.trunc(range.first), Math.trunc(range.last)];
  await db.transaction().execute(async (trx) => {
    // If two processes start at once, the second sees the change of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended('host_uid', 0))`.execute(trx);
    const { rows } = await sql<{ last: number; given: boolean; min: number; max: number }>`
      select last_value::int as last, is_called as given, seqmin::int as min, seqmax::int as max
      from host_uid, pg_sequence where seqrelid = 'host_uid'::regclass`.execute(trx);
    const [row] = rows;
    if (!row || (row.min === first && row.max === last)) return;
    const next = row.given ? Math.max(row.last + 1, first) : first;
    // When all uids are assigned, the sequence stays at its last value, and the next request for a uid fails.
    const restart = next <= last ? ` restart with ${next}` : '';
    await sql
      .raw(`alter sequence host_uid minvalue ${first} maxvalue ${last} start with ${first}${restart}`)
      .execute(trx);
  });
}

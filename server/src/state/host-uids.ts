import { sql } from 'kysely';
import type { Db } from './db';

/** Has new hosts get their uids from this range, above all that were ever given. */
export async function setHostUids(db: Db, range: { first: number; last: number }): Promise<void> {
  const [first, last] = [Math.trunc(range.first), Math.trunc(range.last)];
  await db.transaction().execute(async (trx) => {
    // Two processes that start at once: the second finds what the first has set.
    await sql`select pg_advisory_xact_lock(hashtextextended('host_uid', 0))`.execute(trx);
    const { rows } = await sql<{ last: number; given: boolean; min: number; max: number }>`
      select last_value::int as last, is_called as given, seqmin::int as min, seqmax::int as max
      from host_uid, pg_sequence where seqrelid = 'host_uid'::regclass`.execute(trx);
    const [row] = rows;
    if (!row || (row.min === first && row.max === last)) return;
    const next = row.given ? Math.max(row.last + 1, first) : first;
    // Where all are given the sequence stays at its last one, and says so to whoever asks for another.
    const restart = next <= last ? ` restart with ${next}` : '';
    await sql
      .raw(`alter sequence host_uid minvalue ${first} maxvalue ${last} start with ${first}${restart}`)
      .execute(trx);
  });
}

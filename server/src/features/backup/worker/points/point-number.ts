import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#state/db';

const Next = z.object({ next: z.coerce.number() });

/**
 * The number that a point of an earlier life of the database bears, where it is free, else another. Numbers up to it are
 * given to no other point from now on.
 */
export async function numberFor(db: Db, number: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Whoever begins a point waits here, before it has its number.
    await sql`lock table backup_point in share row exclusive mode`.execute(trx);
    const { rows } = await sql`
      select setval(at.name, greatest(${number}::bigint, nextval(at.name))) as next
      from (select pg_get_serial_sequence('backup_point', 'id')::regclass as name) as at`.execute(trx);
    const taken = await trx
      .selectFrom('backup_point')
      .select('id')
      .where('id', '=', number)
      .executeTakeFirst();
    if (!taken) return number;
    const { next } = Next.parse(rows[0]);
    return next === number ? next + 1 : next;
  });
}

import { sql } from 'kysely';
import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';

/** Bytes sent to visitors of a host since an hour, as far as its access log is counted. */
export async function trafficSince(db: Db, hostCode: HostCode, since: Date): Promise<number> {
  const { bytes } = await db
    .selectFrom('visit_hour')
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
    .where('host_code', '=', hostCode)
    .where('hour', '>=', since)
    .executeTakeFirstOrThrow();
  return bytes;
}

import { sql } from 'kysely';
import type { HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';

/** Bytes sent to visitors of a host since a point in time, as far as its access log has been counted. */
export async function trafficSince(db: Db, hostCode: HostCode, since: Date): Promise<number> {
  const { bytes } = await db
    .selectFrom('visit_hour')
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
    .where('host_code', '=', hostCode)
    .where('hour', '>=', since)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** The time up to which the access log of a host is counted, ISO 8601; null if it never was. */
export async function countedTo(db: Db, hostCode: HostCode): Promise<string | null> {
  const row = await db
    .selectFrom('visit_cursor')
    .select('counted_to')
    .where('host_code', '=', hostCode)
    .executeTakeFirst();
  return row?.counted_to?.toISOString() ?? null;
}

export interface Traffic {
  /** Bytes sent to visitors; null if nothing was counted yet. */
  readonly used: number | null;
  readonly since: Date;
}

/** Traffic of the month (UTC) that contains `now` (ms). */
export async function readTraffic(db: Db, hostCode: HostCode, now: number): Promise<Traffic> {
  const today = new Date(now);
  const since = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1));
  const isCounted = (await countedTo(db, hostCode)) !== null;
  return { used: isCounted ? await trafficSince(db, hostCode, since) : null, since };
}

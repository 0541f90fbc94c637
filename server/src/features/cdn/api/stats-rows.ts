import type { CallReply, CdnCounts, CdnSlot, HostCode, queryCdnStats } from '@sitedeck/contract';
import { fillSlots, startOfSlot, sumOf, type SlotTimes } from '#sites/api/time-slots';
import type { Db } from '#state/db';
import { UNBOUND } from '#system/access-log/bound-names';

type Stats = CallReply<typeof queryCdnStats>;

/** The host and the period of a statistics query. */
export interface StatsRange {
  readonly hostCode: HostCode;
  readonly times: SlotTimes;
}

const ZERO = { requests: 0, hits: 0, bytes: 0, hitBytes: 0, originErrors: 0 };
const ZERO_SLOT = { ...ZERO, ok: 0, redirect: 0, clientError: 0, serverError: 0 };

const COUNTS = [
  sumOf('requests').as('requests'),
  sumOf('hits').as('hits'),
  sumOf('bytes').as('bytes'),
  sumOf('hit_bytes').as('hitBytes'),
  sumOf('origin_errors').as('originErrors'),
] as const;

/** Every slot of the range, in order. */
export async function readSlots(db: Db, { hostCode, times }: StatsRange): Promise<CdnSlot[]> {
  const rows = await db
    .selectFrom('edge_hour')
    .select([
      startOfSlot(times).as('at'),
      ...COUNTS,
      sumOf('ok').as('ok'),
      sumOf('redirect').as('redirect'),
      sumOf('client_error').as('clientError'),
      sumOf('server_error').as('serverError'),
    ])
    .where('host_code', '=', hostCode)
    .where('hour', '>=', times.from)
    .groupBy('at')
    .execute();
  return fillSlots(times, rows, ZERO_SLOT);
}

export function totalOf(slots: readonly CdnSlot[]): CdnCounts {
  const total = { ...ZERO };
  for (const { requests, hits, bytes, hitBytes, originErrors } of slots) {
    total.requests += requests;
    total.hits += hits;
    total.bytes += bytes;
    total.hitBytes += hitBytes;
    total.originErrors += originErrors;
  }
  return total;
}

/** Sums of the preceding period of the same length. */
export const readPrecedingPeriod = (db: Db, { hostCode, times }: StatsRange): Promise<CdnCounts> =>
  db
    .selectFrom('edge_hour')
    .select(COUNTS)
    .where('host_code', '=', hostCode)
    .where('hour', '>=', times.before)
    .where('hour', '<', times.from)
    .executeTakeFirstOrThrow();

/** Sums by domain, the most requested first. */
export const readDomains = (db: Db, { hostCode, times }: StatsRange): Promise<Stats['domains']> =>
  db
    .selectFrom('edge_hour')
    .select(['domain as name', ...COUNTS])
    .where('host_code', '=', hostCode)
    .where('hour', '>=', times.from)
    .where('hour', '<', times.until)
    .where('domain', '!=', UNBOUND)
    .groupBy('domain')
    .orderBy('requests', 'desc')
    .orderBy('domain')
    .execute();

/** Sums by rule, the most requested first. Rules are counted by day, so a day that is partly in the range counts in full. */
export const readRules = (db: Db, { hostCode, times }: StatsRange): Promise<Stats['rules']> =>
  db
    .selectFrom('edge_rule_day')
    .select(['rule as id', sumOf('requests').as('requests'), sumOf('hits').as('hits')])
    .where('host_code', '=', hostCode)
    .where('day', '>=', new Date(times.from.toISOString().slice(0, 10)))
    .where('day', '<', times.until)
    .groupBy('rule')
    .orderBy('requests', 'desc')
    .orderBy('rule')
    .execute();

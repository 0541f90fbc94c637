import { sql } from 'kysely';
import type { CdnAllowances, HostCode } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Db } from '#state/db';

export type AllowanceKind = keyof CdnAllowances;

/** Daily limits of one host (UTC): every purge scans its entire cache, every prefetch puts load on its site. */
const LIMITS: Readonly<Record<AllowanceKind, number>> = { url: 1000, prefix: 100, all: 20, prefetch: 1000 };

interface AllowanceParts {
  readonly db: Db;
  readonly now: () => number;
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Today's use and limits. */
export async function readAllowances(
  { db, now }: AllowanceParts,
  hostCode: HostCode,
): Promise<CdnAllowances> {
  const rows = await db
    .selectFrom('cdn_allowance')
    .select(['kind', 'used'])
    .where('host_code', '=', hostCode)
    .where('day', '=', dayOf(now()))
    .execute();
  const of = (kind: AllowanceKind) => ({
    used: rows.find((row) => row.kind === kind)?.used ?? 0,
    limit: LIMITS[kind],
  });
  return { url: of('url'), prefix: of('prefix'), all: of('all'), prefetch: of('prefetch') };
}

/** Uses `count` of today's allowance. Refuses with `cdn-allowance-used` if less is left. */
export async function spendAllowance(
  parts: AllowanceParts,
  hostCode: HostCode,
  { kind, count }: { readonly kind: AllowanceKind; readonly count: number },
): Promise<void> {
  const { db, now } = parts;
  const day = dayOf(now());
  await db.deleteFrom('cdn_allowance').where('host_code', '=', hostCode).where('day', '<', day).execute();
  const limit = LIMITS[kind];
  const refuse = async () => {
    const { [kind]: today } = await readAllowances(parts, hostCode);
    throw new Refusal('cdn-allowance-used', { values: { left: Math.max(0, limit - today.used) } });
  };
  if (count > limit) await refuse();
  const spent = await db
    .insertInto('cdn_allowance')
    .values({ host_code: hostCode, day, kind, used: count })
    .onConflict((conflict) =>
      conflict
        .columns(['host_code', 'day', 'kind'])
        .doUpdateSet({ used: sql<number>`cdn_allowance.used + excluded.used` })
        .where(sql<boolean>`cdn_allowance.used + excluded.used <= ${limit}`),
    )
    .executeTakeFirst();
  if (spent.numInsertedOrUpdatedRows !== 1n) await refuse();
}

import { sql } from 'kysely';
import type { CdnAllowances, HostCode } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Db } from '#state/db';

export type AllowanceKind = keyof CdnAllowances;

/** What one host may ask for each day (UTC): every purge reads its whole cache, every prefetch loads its site. */
const LIMITS: Readonly<Record<AllowanceKind, number>> = { url: 1000, prefix: 100, all: 20, prefetch: 1000 };

interface AllowanceParts {
  readonly db: Db;
  readonly now: () => number;
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Counts and limits of today. */
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

/** Takes a number from today's allowance, or nothing. Refuses with `cdn-allowance-used`. */
export async function useAllowance(
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
  const taken = await db
    .insertInto('cdn_allowance')
    .values({ host_code: hostCode, day, kind, used: count })
    .onConflict((conflict) =>
      conflict
        .columns(['host_code', 'day', 'kind'])
        .doUpdateSet({ used: sql<number>`cdn_allowance.used + excluded.used` })
        .where(sql<boolean>`cdn_allowance.used + excluded.used <= ${limit}`),
    )
    .executeTakeFirst();
  if (taken.numInsertedOrUpdatedRows !== 1n) await refuse();
}

import { BackupPlan, DEFAULT_PLAN, type HostCode } from '@sitedeck/contract';
import type { StoredFault } from '#state/backup-tables';
import type { Db } from '#state/db';
import { nextTime } from './schedule';

const DAY_MS = 86_400_000;
/** Time between two verifications of the newest point, ms. */
export const TEST_EVERY_MS = { off: undefined, weekly: 7 * DAY_MS, monthly: 30 * DAY_MS } as const;

export interface StoredPlan {
  readonly plan: BackupPlan;
  readonly last: {
    readonly at: Date;
    readonly taskId: number | null;
    readonly fault: StoredFault | null;
  } | null;
}

export async function readPlan(db: Db, hostCode: HostCode): Promise<StoredPlan> {
  const row = await db
    .selectFrom('backup_plan')
    .selectAll()
    .where('host_code', '=', hostCode)
    .executeTakeFirst();
  if (!row) return { plan: DEFAULT_PLAN, last: null };
  const last = row.last_at && { at: row.last_at, taskId: row.last_task, fault: row.last_fault };
  return { plan: BackupPlan.parse(row.document), last };
}

const toDate = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));

/** Refuses with `backup-cron-wrong`. */
export async function writePlan(
  db: Db,
  hostCode: HostCode,
  at: { plan: BackupPlan; now: number },
): Promise<void> {
  const { plan, now } = at;
  const every = TEST_EVERY_MS[plan.testRestore];
  const set = {
    document: JSON.stringify(plan),
    next_at: toDate(nextTime(plan.schedule, now)),
    test_at: toDate(every && now + every),
  };
  await db
    .insertInto('backup_plan')
    .values({ host_code: hostCode, ...set })
    .onConflict((conflict) => conflict.column('host_code').doUpdateSet(set))
    .execute();
}

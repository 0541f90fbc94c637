import { needOf, type Locale, type Need } from '@sitedeck/contract';
import { readPlan } from '#features/backup/plan-store';
import type { HostScope } from '#sites/host-scope';
import type { Db } from '#state/db';

const hasPoint = (db: Db, hostCode: HostScope['hostCode']): Promise<boolean> =>
  db
    .selectFrom('backup_point')
    .select('id')
    .where('host_code', '=', hostCode)
    // A safety point expires by itself.
    .where('reason', '!=', 'safety')
    .where('state', '!=', 'removing')
    .executeTakeFirst()
    .then((point) => point !== undefined);

/**
 * Reports what would not help in an emergency: no backup and no plan, a damaged repository, a plan that could not
 * start, copies that fail.
 */
export const backupNeeds =
  (db: Db) =>
  async ({ hostCode }: Pick<HostScope, 'hostCode'>, locale: Locale): Promise<readonly Need[]> => {
    const [repository, { plan, last }, targets, holds] = await Promise.all([
      db
        .selectFrom('backup_repository')
        .select('damaged')
        .where('host_code', '=', hostCode)
        .executeTakeFirst(),
      readPlan(db, hostCode),
      db
        .selectFrom('backup_target')
        .select('name')
        .where('host_code', '=', hostCode)
        .where('enabled', '=', true)
        .where('state', '=', 'failed')
        .orderBy('id')
        .execute(),
      hasPoint(db, hostCode),
    ]);
    return [
      ...(!holds && plan.schedule.is === 'off' ? [needOf('backup-none', { tone: 'warning', locale })] : []),
      ...(repository?.damaged ? [needOf('backup-damaged', { tone: 'error', locale })] : []),
      ...(last?.fault ? [needOf('backup-plan-failed', { tone: 'warning', locale })] : []),
      ...targets.map(({ name }) =>
        needOf('backup-copy-failed', { tone: 'warning', locale, values: { name } }),
      ),
    ];
  };

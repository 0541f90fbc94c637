import { needOf, type Locale, type Need } from '@sitedeck/contract';
import type { HostScope } from '#sites/host-scope';
import type { Db } from '#state/db';

/**
 * Reports backups that would not help in an emergency: a damaged repository, a plan that could not start,
 * copies that fail.
 */
export const backupNeeds =
  (db: Db) =>
  async ({ hostCode }: Pick<HostScope, 'hostCode'>, locale: Locale): Promise<readonly Need[]> => {
    const [repository, plan, targets] = await Promise.all([
      db
        .selectFrom('backup_repository')
        .select('damaged')
        .where('host_code', '=', hostCode)
        .executeTakeFirst(),
      db.selectFrom('backup_plan').select('last_fault').where('host_code', '=', hostCode).executeTakeFirst(),
      db
        .selectFrom('backup_target')
        .select('name')
        .where('host_code', '=', hostCode)
        .where('enabled', '=', true)
        .where('state', '=', 'failed')
        .orderBy('id')
        .execute(),
    ]);
    return [
      ...(repository?.damaged ? [needOf('backup-damaged', { tone: 'error', locale })] : []),
      ...(plan?.last_fault ? [needOf('backup-plan-failed', { tone: 'warning', locale })] : []),
      ...targets.map(({ name }) =>
        needOf('backup-copy-failed', { tone: 'warning', locale, values: { name } }),
      ),
    ];
  };

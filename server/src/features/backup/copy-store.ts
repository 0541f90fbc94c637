import type { TargetRow } from '../../state/backup-tables';
import type { Db } from '../../state/db';

/** That a target holds a point: it need not be copied there, and goes there once it goes here. */
export const noteCopy = (db: Db, copy: { readonly target: number; readonly point: number }) =>
  db
    .insertInto('backup_copy')
    .values({ target_id: copy.target, point_id: copy.point })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Points that a target was given and that are no more, or about to go. */
export async function goneCopies(
  db: Db,
  { id, host_code }: Pick<TargetRow, 'id' | 'host_code'>,
): Promise<number[]> {
  const rows = await db
    .selectFrom('backup_copy')
    .select('point_id')
    .where('target_id', '=', id)
    .where((copy) =>
      copy.not(
        copy.exists(
          copy
            .selectFrom('backup_point')
            .select('id')
            .whereRef('backup_point.id', '=', 'backup_copy.point_id')
            .where('backup_point.host_code', '=', host_code)
            .where('backup_point.state', '=', 'ready'),
        ),
      ),
    )
    .execute();
  return rows.map(({ point_id }) => point_id);
}

export const dropCopies = (db: Db, target: number, points: readonly number[]) =>
  db
    .deleteFrom('backup_copy')
    .where('target_id', '=', target)
    .where('point_id', 'in', [...points])
    .execute();

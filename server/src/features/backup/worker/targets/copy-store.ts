import type { Selectable } from 'kysely';
import type { BackupCopyTable, TargetRow } from '#state/backup-tables';
import type { Db } from '#state/db';

interface NewCopy {
  readonly target: number;
  readonly point: number;
  readonly madeAt: Date;
}

/** Record of a copy whose point is gone. */
export type GoneCopy = Pick<Selectable<BackupCopyTable>, 'point_id' | 'made_at'>;

/** Records that a target has a copy, so that it is not copied again and is removed together with the point. */
export const recordCopy = (db: Db, copy: NewCopy) =>
  db
    .insertInto('backup_copy')
    .values({ target_id: copy.target, point_id: copy.point, made_at: copy.madeAt })
    .onConflict((conflict) =>
      conflict.columns(['target_id', 'point_id']).doUpdateSet({ made_at: copy.madeAt }),
    )
    .execute();

/** The records of copies whose points were removed or are being removed. */
export function goneCopies(
  db: Db,
  { id, host_code }: Pick<TargetRow, 'id' | 'host_code'>,
): Promise<GoneCopy[]> {
  return db
    .selectFrom('backup_copy')
    .select(['point_id', 'made_at'])
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
}

export const dropCopies = (db: Db, target: number, gone: readonly GoneCopy[]) =>
  db
    .deleteFrom('backup_copy')
    .where('target_id', '=', target)
    .where(
      'point_id',
      'in',
      gone.map(({ point_id }) => point_id),
    )
    .execute();

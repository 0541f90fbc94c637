import type { Insertable } from 'kysely';
import type { BackupKind, BackupReason, HostCode } from '@sitedeck/contract';
import type { BackupPointTable, PointRow } from '#state/backup-tables';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';

export interface NewPoint {
  readonly hostCode: HostCode;
  readonly kind: BackupKind;
  readonly reason: BackupReason;
  readonly note?: string;
  readonly taskId: number;
  readonly undoes?: number;
  readonly expiresAt?: Date;
}

export type MadePoint = Partial<
  Pick<
    PointRow,
    | 'kind'
    | 'files_snapshot'
    | 'database_snapshot'
    | 'bytes'
    | 'files'
    | 'database_bytes'
    | 'added_bytes'
    | 'missed'
  >
>;

/** Everything there is of a host, newest first, also what is being made or removed. */
export const pointsOf = (db: Db, hostCode: HostCode): Promise<PointRow[]> =>
  db
    .selectFrom('backup_point')
    .selectAll()
    .where('host_code', '=', hostCode)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** A point that can be used; one of another host is not there. Refuses `backup-gone`. */
export async function readyPoint(db: Db, hostCode: HostCode, id: number): Promise<PointRow> {
  const row = await db
    .selectFrom('backup_point')
    .selectAll()
    .where('id', '=', id)
    .where('host_code', '=', hostCode)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  if (!row) throw new Refusal('backup-gone');
  return row;
}

/** The point that undoes a restore. Refuses `backup-undo-over`. */
export async function undoPoint(
  db: Db,
  hostCode: HostCode,
  at: { taskId: number; now: number },
): Promise<PointRow> {
  const row = await db
    .selectFrom('backup_point')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('undoes', '=', at.taskId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', new Date(at.now))
    .executeTakeFirst();
  if (!row) throw new Refusal('backup-undo-over');
  return row;
}

/** Known before it is made, so that its snapshots bear its number. */
export async function beginPoint(db: Db, point: NewPoint): Promise<number> {
  const row = await db
    .insertInto('backup_point')
    .values({
      host_code: point.hostCode,
      state: 'making',
      kind: point.kind,
      reason: point.reason,
      note: point.note ?? '',
      task_id: point.taskId,
      undoes: point.undoes ?? null,
      expires_at: point.expiresAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * One that was made elsewhere, and is here now.
 * @returns whether its number was still free
 */
export async function addPoint(db: Db, point: Insertable<BackupPointTable>): Promise<boolean> {
  const added = await db
    .insertInto('backup_point')
    .values(point)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** From now on it is there. */
export async function finishPoint(db: Db, id: number, made: MadePoint): Promise<void> {
  await db
    .updateTable('backup_point')
    .set({ ...made, state: 'ready' })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .execute();
}

/** Nobody sees them from now on; their snapshots go when the repository is free. */
export async function leavePoints(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('backup_point')
    .set({ state: 'removing' })
    .where('id', 'in', [...ids])
    .execute();
}

/** What a task that did not end well had begun to make. */
export async function leaveUnfinished(db: Db, taskId: number): Promise<void> {
  await db
    .updateTable('backup_point')
    .set({ state: 'removing' })
    .where('task_id', '=', taskId)
    .where('state', '=', 'making')
    .execute();
}

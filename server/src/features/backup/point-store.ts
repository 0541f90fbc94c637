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

export type PointContents = Partial<
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

/** All points of a host, newest first, including those being made or removed. */
export const pointsOf = (db: Db, hostCode: HostCode): Promise<PointRow[]> =>
  db
    .selectFrom('backup_point')
    .selectAll()
    .where('host_code', '=', hostCode)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Reads a complete point of the host. Refuses with `backup-gone`, also for another host's point. */
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

/** Reads the safety point that undoes a restore. Refuses with `backup-undo-over`. */
export async function undoPoint(
  db: Db,
  hostCode: HostCode,
  { taskId, now }: { taskId: number; now: number },
): Promise<PointRow> {
  const row = await db
    .selectFrom('backup_point')
    .selectAll()
    .where('host_code', '=', hostCode)
    .where('undoes', '=', taskId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (!row) throw new Refusal('backup-undo-over');
  return row;
}

/** Adds the row before the snapshots are written, since they are tagged with its id. */
export async function insertPoint(db: Db, point: NewPoint): Promise<number> {
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
 * Adds a point that was fetched from a target.
 * @returns false if its id was taken
 */
export async function insertFetchedPoint(db: Db, point: Insertable<BackupPointTable>): Promise<boolean> {
  const added = await db
    .insertInto('backup_point')
    .values(point)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Makes a complete point visible. */
export async function markPointReady(db: Db, id: number, contents: PointContents): Promise<void> {
  await db
    .updateTable('backup_point')
    .set({ ...contents, state: 'ready' })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .execute();
}

/** Hides points at once; housekeeping removes their snapshots when no task uses the repository. */
export async function scheduleRemoval(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('backup_point')
    .set({ state: 'removing' })
    .where('id', 'in', [...ids])
    .execute();
}

/** Discards the point that a failed or cancelled task left unfinished. */
export async function discardUnfinished(db: Db, taskId: number): Promise<void> {
  await db
    .updateTable('backup_point')
    .set({ state: 'removing' })
    .where('task_id', '=', taskId)
    .where('state', '=', 'making')
    .execute();
}

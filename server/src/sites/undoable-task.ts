import type { BackupKind, HostCode, TaskKind } from '@sitedeck/contract';
import type { Db } from '#state/db';

export interface UndoRequest {
  readonly hostCode: HostCode;
  readonly taskId: number;
  readonly now: number;
}

export interface UndoableTask {
  readonly type: TaskKind;
  readonly params: unknown;
  /** What its safety point holds. */
  readonly parts: BackupKind;
}

/** A task whose changes can be brought back: the safety point that it made is still there. */
export async function readUndoableTask(
  db: Db,
  { hostCode, taskId, now }: UndoRequest,
  kinds: readonly TaskKind[],
): Promise<UndoableTask | undefined> {
  const row = await db
    .selectFrom('task')
    .innerJoin('backup_point', 'backup_point.undoes', 'task.id')
    .select(['task.type', 'task.params', 'backup_point.kind'])
    .where('task.id', '=', taskId)
    .where('task.host_code', '=', hostCode)
    .where('task.type', 'in', kinds)
    .where('backup_point.host_code', '=', hostCode)
    .where('backup_point.state', '=', 'ready')
    .where('backup_point.expires_at', '>', new Date(now))
    .executeTakeFirst();
  return row && { type: row.type, params: row.params, parts: row.kind };
}

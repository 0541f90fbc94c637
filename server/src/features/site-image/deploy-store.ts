import type { BackupKind, HostCode } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { deployTask } from './tasks';

export interface UndoneDeploy {
  readonly objectName: string;
  readonly size: number;
  readonly parts: BackupKind;
  /** Version of the settings before it. */
  readonly formerVersion: number;
  /** It was an undo, so that bringing it back is a redo. */
  readonly redo?: true | undefined;
}

/** The deployment that a task made, if it can be brought back: its safety point is still there. */
export async function readDeploy(
  db: Db,
  { hostCode, taskId, now }: { readonly hostCode: HostCode; readonly taskId: number; readonly now: number },
): Promise<UndoneDeploy | undefined> {
  const row = await db
    .selectFrom('task')
    .innerJoin('backup_point', 'backup_point.undoes', 'task.id')
    .select(['task.params', 'backup_point.kind'])
    .where('task.id', '=', taskId)
    .where('task.host_code', '=', hostCode)
    .where('backup_point.host_code', '=', hostCode)
    .where('backup_point.state', '=', 'ready')
    .where('backup_point.expires_at', '>', new Date(now))
    .executeTakeFirst();
  const payload = row && deployTask.payload.safeParse(row.params).data;
  return (
    payload && {
      objectName: payload.objectName,
      size: payload.size,
      parts: row.kind,
      formerVersion: payload.version,
      ...(payload.undoes !== undefined && payload.redo !== true && { redo: true as const }),
    }
  );
}

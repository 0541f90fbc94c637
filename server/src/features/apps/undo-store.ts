import type { BackupKind, HostCode, SitePath } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { uninstallTask, updateTask } from './tasks';

export interface UndoneChange {
  readonly appName: string;
  readonly targetPath: SitePath;
  readonly size: number;
  readonly parts: BackupKind;
  readonly installed: number;
  /** What the undo is called by. */
  readonly undoneType: 'APP_UPDATE' | 'APP_UNINSTALL';
}

/** The change that a task made to an app, if it can be brought back: its safety point is still there. */
export async function readUndo(
  db: Db,
  { hostCode, taskId, now }: { readonly hostCode: HostCode; readonly taskId: number; readonly now: number },
): Promise<UndoneChange | undefined> {
  const row = await db
    .selectFrom('task')
    .innerJoin('backup_point', 'backup_point.undoes', 'task.id')
    .select(['task.type', 'task.params', 'backup_point.kind'])
    .where('task.id', '=', taskId)
    .where('task.host_code', '=', hostCode)
    .where('task.type', 'in', ['APP_UPDATE', 'APP_UNINSTALL'])
    .where('backup_point.host_code', '=', hostCode)
    .where('backup_point.state', '=', 'ready')
    .where('backup_point.expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (!row) return undefined;
  const undoneType = row.type === 'APP_UNINSTALL' ? 'APP_UNINSTALL' : 'APP_UPDATE';
  const schema = undoneType === 'APP_UPDATE' ? updateTask.payload : uninstallTask.payload;
  const payload = schema.safeParse(row.params).data;
  if (!payload || 'undoes' in payload) return undefined;
  const { appName, targetPath, size, installed } = payload;
  return { appName, targetPath, size, installed, parts: row.kind, undoneType };
}

import type { BackupKind, SitePath } from '@sitedeck/contract';
import { readUndoableTask, type UndoRequest } from '#sites/undoable-task';
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
export async function readUndo(db: Db, request: UndoRequest): Promise<UndoneChange | undefined> {
  const task = await readUndoableTask(db, request, ['APP_UPDATE', 'APP_UNINSTALL']);
  if (!task) return undefined;
  const undoneType = task.type === 'APP_UNINSTALL' ? 'APP_UNINSTALL' : 'APP_UPDATE';
  const schema = undoneType === 'APP_UPDATE' ? updateTask.payload : uninstallTask.payload;
  const payload = schema.safeParse(task.params).data;
  if (!payload || 'undoes' in payload) return undefined;
  const { appName, targetPath, size, installed } = payload;
  return { appName, targetPath, size, installed, parts: task.parts, undoneType };
}

import type { BackupKind } from '@sitedeck/contract';
import { readUndoableTask, type UndoRequest } from '#sites/undoable-task';
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
export async function readDeploy(db: Db, request: UndoRequest): Promise<UndoneDeploy | undefined> {
  const task = await readUndoableTask(db, request, ['IMAGE_DEPLOY']);
  const payload = task && deployTask.payload.safeParse(task.params).data;
  return (
    payload && {
      objectName: payload.objectName,
      size: payload.size,
      parts: task.parts,
      formerVersion: payload.version,
      ...(payload.undoes !== undefined && payload.redo !== true && { redo: true as const }),
    }
  );
}

import { showTaskStarted } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';

/** 撤销恢复, at once: what is there now is saved first, so that this can be undone as well. */
export function useUndo(): (taskId: number, from?: Element) => Promise<void> {
  const [undo] = backupApi.useUndoRestoreMutation();
  return async (taskId, from) => {
    const { data } = await undo({ body: { taskId } });
    // A refusal has been told by the shell.
    if (data) showTaskStarted(from);
  };
}

import { showTaskStarted } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';

/** Undoes a restore (撤销恢复) without a question: the present state is saved first, so this can be undone, too. */
export function useUndo(): (taskId: number, from?: Element) => Promise<void> {
  const [undo] = backupApi.useUndoRestoreMutation();
  return async (taskId, from) => {
    const { data } = await undo({ body: { taskId } });
    // The shell announces a refusal.
    if (data) showTaskStarted(from);
  };
}

import { showTaskStarted } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';

/**
 * Undoes a restore (撤销恢复), or a deployment of an image with its settings, without a question: the present state is saved
 * first, so this can be undone, too.
 */
export function useUndo(): (taskId: number, from?: Element, what?: 'restore' | 'deploy') => Promise<void> {
  const [undoRestore] = backupApi.useUndoRestoreMutation();
  const [undoDeploy] = backupApi.useUndoImageDeployMutation();
  return async (taskId, from, what = 'restore') => {
    const undo = what === 'deploy' ? undoDeploy : undoRestore;
    const { data } = await undo({ body: { taskId } });
    // The shell announces a refusal.
    if (data) showTaskStarted(from);
  };
}

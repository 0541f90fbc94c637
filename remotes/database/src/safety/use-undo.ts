import type { SafetyCopy } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { useConfirm, useText } from '@sitedeck/ui/core';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';

/** Restores the database from the safety copy of a task. The present state becomes a safety copy, too. */
export function useUndo() {
  const text = useText(databaseTexts);
  const kinds = useText('ui');
  const confirm = useConfirm();
  const [undo] = databaseApi.useUndoDatabaseMutation();

  const immediately = async (taskId: number): Promise<void> => {
    // The shell announces a refusal.
    await undo({ body: { taskId } });
  };
  return {
    /** Without a question: right after the task, nothing else has been written. */
    immediately,
    /** With a question: what visitors have entered since is lost. */
    afterConfirm: async ({ taskId, taskType, isUndo, at }: SafetyCopy): Promise<void> => {
      const agreed = await confirm.danger({
        title: isUndo ? kinds(`redo.${taskType}`) : text('undo.title', { task: kinds(`kind.${taskType}`) }),
        body: text('undo.ask', { time: formatTime(at) }),
        confirm: text(isUndo ? 'redo.confirm' : 'undo.confirm'),
      });
      if (agreed) await immediately(taskId);
    },
  };
}

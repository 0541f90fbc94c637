import type { SafetyCopy } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { showTaskStarted, useConfirm, useText } from '@sitedeck/ui/core';
import { databaseApi } from '../database.api';
import { databaseTexts } from '../database-texts';

/** Brings the database back to what it was before a task; what it is now is kept in turn. */
export function useUndo() {
  const text = useText(databaseTexts);
  const kinds = useText('ui');
  const confirm = useConfirm();
  const [undo] = databaseApi.useUndoDatabaseMutation();

  const atOnce = async (taskId: number): Promise<void> => {
    // A refusal is told by the shell.
    const { data } = await undo({ body: { taskId } });
    if (data) showTaskStarted();
  };
  return {
    /** Right after the task: nothing else has been written yet. */
    atOnce,
    /** Later, what visitors have entered since goes with it. */
    asked: async ({ taskId, taskType, at }: SafetyCopy): Promise<void> => {
      const agreed = await confirm.danger({
        title: text('undo.title', { task: kinds(`kind.${taskType}`) }),
        body: text('undo.ask', { time: formatTime(at) }),
        confirm: text('undo.confirm'),
      });
      if (agreed) await atOnce(taskId);
    },
  };
}

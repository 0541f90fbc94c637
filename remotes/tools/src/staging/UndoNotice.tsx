import { taskName, type Task } from '@sitedeck/contract';
import { useCurrentHost } from '@sitedeck/sdk';
import { showTaskStarted, useText } from '@sitedeck/ui/core';
import { closedNotices } from '@sitedeck/ui/closed-notices';
import { UndoAlert } from '../frame/UndoAlert';
import { fieldsOf } from '../site-move/move-task';
import { stagingApi } from '../staging.api';
import { stagingTexts } from './staging-texts';

const notices = closedNotices('staging');

const WORDS = {
  STAGING_PUSH: { notice: 'undo.notice', act: 'undo' },
  'undo.STAGING_PUSH': { notice: 'undo.undone', act: 'redo' },
  'redo.STAGING_PUSH': { notice: 'undo.redone', act: 'undo' },
} as const;

function wordsOf({ taskParam }: Task) {
  const name = taskName('STAGING_PUSH', fieldsOf(taskParam));
  return WORDS[name as keyof typeof WORDS];
}

/** Offers to bring back what the newest push has replaced. */
export function UndoNotice() {
  const text = useText(stagingTexts);
  const [undo] = stagingApi.useUndoStagingPushMutation();
  const { hostCode } = useCurrentHost().hostService;
  const params = { hostCode, page: 1, size: 1 };
  const { data } = stagingApi.useListStagingTasksQuery({ params, body: { taskType: ['STAGING_PUSH'] } });
  const newest = data?.records[0];
  if (!newest) return null;
  const { notice, act } = wordsOf(newest);
  const start = async (from: Element) => {
    const { data: started } = await undo({ body: { taskId: newest.id } });
    // The shell announces a refusal.
    if (started) showTaskStarted(from);
  };
  return (
    <UndoAlert
      task={newest}
      notices={notices}
      words={(times) => ({ notice: text(notice, { ...times }), act: text(act) })}
      undo={start}
    />
  );
}

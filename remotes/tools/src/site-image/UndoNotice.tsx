import { taskName, type Task } from '@sitedeck/contract';
import { useCurrentHost } from '@sitedeck/sdk';
import { showTaskStarted, useText } from '@sitedeck/ui/core';
import { closedNotices } from '@sitedeck/ui/closed-notices';
import { UndoAlert } from '../frame/UndoAlert';
import { imagesApi } from '../images.api';
import { fieldsOf } from '../site-move/move-task';
import { imageTexts } from './image-texts';

const notices = closedNotices('image');

const WORDS = {
  IMAGE_DEPLOY: { notice: 'undo.notice', act: 'undo' },
  'undo.IMAGE_DEPLOY': { notice: 'undo.undone', act: 'redo' },
  'redo.IMAGE_DEPLOY': { notice: 'undo.redone', act: 'undo' },
} as const;

function wordsOf({ taskParam }: Task) {
  const name = taskName('IMAGE_DEPLOY', fieldsOf(taskParam));
  return WORDS[name as keyof typeof WORDS];
}

/** Offers to bring back what the newest deployment has replaced. */
export function UndoNotice() {
  const text = useText(imageTexts);
  const [undo] = imagesApi.useUndoDeployMutation();
  const { hostCode } = useCurrentHost().hostService;
  const params = { hostCode, page: 1, size: 1 };
  const { data } = imagesApi.useListDeploymentsQuery({ params, body: { taskType: ['IMAGE_DEPLOY'] } });
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

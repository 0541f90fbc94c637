import { UNDO_MS, type Task } from '@sitedeck/contract';
import { formatTime, serverNow, useCurrentHost } from '@sitedeck/sdk';
import { Button, InlineAlert, LockedTip, showTaskStarted, useBlocked, useText } from '@sitedeck/ui/core';
import { imagesApi } from '../images.api';
import { fieldsOf } from '../site-move/move-task';
import { imageTexts } from './image-texts';

/** Whether what the task has replaced can still be brought back. */
function canUndo({ taskStatus, taskInfo, endTime }: Task): boolean {
  const isRecent = endTime !== null && Date.parse(endTime) + UNDO_MS > serverNow();
  return taskStatus === 'RUNNING_SUCCESS' && isRecent && fieldsOf(taskInfo)['canUndo'] === true;
}

/** Offers to bring back what the newest deployment has replaced. */
export function UndoNotice() {
  const text = useText(imageTexts);
  const blocked = useBlocked();
  const [undo] = imagesApi.useUndoDeployMutation();
  const { hostCode } = useCurrentHost().hostService;
  const params = { hostCode, page: 1, size: 1 };
  const { data } = imagesApi.useListDeploymentsQuery({ params, body: { taskType: ['IMAGE_DEPLOY'] } });
  const newest = data?.records[0];
  if (!newest || !canUndo(newest)) return null;
  const start = async (from: Element) => {
    const { data: started } = await undo({ body: { taskId: newest.id } });
    // The shell announces a refusal.
    if (started) showTaskStarted(from);
  };
  return (
    <InlineAlert
      kind="primary"
      actions={
        <LockedTip reason={blocked(text('undo'))}>
          <Button size="small" onClick={({ currentTarget }) => void start(currentTarget)}>
            {text('undo')}
          </Button>
        </LockedTip>
      }
    >
      {text('undo.notice', { time: formatTime(newest.endTime ?? newest.createTime) })}
    </InlineAlert>
  );
}

import { CloseOutlined } from '@ant-design/icons';
import { taskName, UNDO_MS, type Task } from '@sitedeck/contract';
import { formatTime, serverNow, useCurrentHost } from '@sitedeck/sdk';
import {
  Button,
  IconButton,
  InlineAlert,
  LockedTip,
  showTaskStarted,
  useBlocked,
  useText,
} from '@sitedeck/ui/core';
import { closedNotices } from '@sitedeck/ui/closed-notices';
import { useState } from 'react';
import { imagesApi } from '../images.api';
import { fieldsOf } from '../site-move/move-task';
import { imageTexts } from './image-texts';

const notices = closedNotices('image');

/** Until when what the task has replaced can be brought back, ms since 1970; undefined: it can't. */
function undoneUntil({ taskStatus, taskInfo, endTime }: Task): number | undefined {
  if (taskStatus !== 'RUNNING_SUCCESS' || endTime === null) return undefined;
  const until = Date.parse(endTime) + UNDO_MS;
  return until > serverNow() && fieldsOf(taskInfo)['canUndo'] === true ? until : undefined;
}

const WORDS = {
  IMAGE_DEPLOY: { notice: 'undo.notice', act: 'undo' },
  'undo.IMAGE_DEPLOY': { notice: 'undo.undone', act: 'redo' },
  'redo.IMAGE_DEPLOY': { notice: 'undo.redone', act: 'undo' },
} as const;

function wordsOf({ taskParam }: Task) {
  const name = taskName('IMAGE_DEPLOY', fieldsOf(taskParam));
  return WORDS[name as keyof typeof WORDS];
}

/** Offers to bring back what the newest deployment has replaced. A closed notice does not return. */
export function UndoNotice() {
  const text = useText(imageTexts);
  const blocked = useBlocked();
  const [undo] = imagesApi.useUndoDeployMutation();
  const [, setRound] = useState(0);
  const { hostCode } = useCurrentHost().hostService;
  const params = { hostCode, page: 1, size: 1 };
  const { data } = imagesApi.useListDeploymentsQuery({ params, body: { taskType: ['IMAGE_DEPLOY'] } });
  const newest = data?.records[0];
  const until = newest && undoneUntil(newest);
  if (!newest || until === undefined || notices.isClosed(hostCode, newest.id)) return null;
  const { notice, act } = wordsOf(newest);
  const start = async (from: Element) => {
    const { data: started } = await undo({ body: { taskId: newest.id } });
    // The shell announces a refusal.
    if (started) showTaskStarted(from);
  };
  const close = () => {
    notices.close(hostCode, newest.id);
    setRound((round) => round + 1);
  };
  return (
    <InlineAlert
      kind="primary"
      actions={
        <span className="sd-row">
          <LockedTip reason={blocked(text(act))}>
            <Button size="small" onClick={({ currentTarget }) => void start(currentTarget)}>
              {text(act)}
            </Button>
          </LockedTip>
          <IconButton size="small" icon={<CloseOutlined />} label={text('undo.close')} onClick={close} />
        </span>
      }
    >
      {text(notice, {
        time: formatTime(newest.endTime ?? newest.createTime),
        until: formatTime(new Date(until).toISOString()),
      })}
    </InlineAlert>
  );
}

import { CloseOutlined } from '@ant-design/icons';
import { UNDO_MS, type Task } from '@sitedeck/contract';
import { formatTime, serverNow, useCurrentHost } from '@sitedeck/sdk';
import { Button, IconButton, InlineAlert, LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import type { ClosedNotices } from '@sitedeck/ui/closed-notices';
import { useState } from 'react';
import { fieldsOf } from '../site-move/move-task';
import { frameTexts } from './frame-texts';

/** Local times, as in `2026-11-21 08:15:30`. */
interface Times {
  /** When the task ended. */
  readonly time: string;
  /** Until when it can be undone. */
  readonly until: string;
}

interface Props {
  /** The newest task that may be undone. */
  readonly task: Task;
  readonly notices: ClosedNotices;
  /** What was done, and the label of the button. */
  readonly words: (times: Times) => { readonly notice: string; readonly act: string };
  readonly undo: (from: Element) => Promise<void>;
}

/** Until when the task can be undone, ms since 1970; undefined: it can't. */
function undoneUntil({ taskStatus, taskInfo, endTime }: Task): number | undefined {
  if (taskStatus !== 'RUNNING_SUCCESS' || endTime === null) return undefined;
  const until = Date.parse(endTime) + UNDO_MS;
  return until > serverNow() && fieldsOf(taskInfo)['canUndo'] === true ? until : undefined;
}

/** Offers to undo a task while that is possible. A closed notice does not return. */
export function UndoAlert({ task, notices, words, undo }: Props) {
  const text = useText(frameTexts);
  const blocked = useBlocked();
  const [, setRound] = useState(0);
  const { hostCode } = useCurrentHost().hostService;
  const until = undoneUntil(task);
  if (until === undefined || notices.isClosed(hostCode, task.id)) return null;
  const { notice, act } = words({
    time: formatTime(task.endTime ?? task.createTime),
    until: formatTime(new Date(until).toISOString()),
  });
  const close = () => {
    notices.close(hostCode, task.id);
    setRound((round) => round + 1);
  };
  return (
    <InlineAlert
      kind="primary"
      actions={
        <span className="sd-row">
          <LockedTip reason={blocked(act)}>
            <Button size="small" onClick={({ currentTarget }) => void undo(currentTarget)}>
              {act}
            </Button>
          </LockedTip>
          <IconButton size="small" icon={<CloseOutlined />} label={text('undo.close')} onClick={close} />
        </span>
      }
    >
      {notice}
    </InlineAlert>
  );
}

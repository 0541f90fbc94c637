import { CloseOutlined } from '@ant-design/icons';
import { UNDO_MS, type Task } from '@sitedeck/contract';
import { formatTime, pollTasksNow, serverNow, useCurrentHost } from '@sitedeck/sdk';
import {
  Button,
  IconButton,
  InlineAlert,
  LockedTip,
  showTaskStarted,
  useBlocked,
  useConfirm,
  useText,
} from '@sitedeck/ui/core';
import { closedNotices } from '@sitedeck/ui/closed-notices';
import { useState } from 'react';
import { appsApi } from '../apps.api';
import { fieldsOf, textField } from '../site-move/move-task';
import { appTexts } from './app-texts';

const notices = closedNotices('apps');

/** Until when the change can be undone, ms since 1970; undefined: it can't. */
function undoneUntil({ taskStatus, taskInfo, endTime }: Task): number | undefined {
  if (taskStatus !== 'RUNNING_SUCCESS' || endTime === null) return undefined;
  const until = Date.parse(endTime) + UNDO_MS;
  return until > serverNow() && fieldsOf(taskInfo)['canUndo'] === true ? until : undefined;
}

/** Offers to bring back the site as it was before the newest update or uninstallation. A closed notice does not return. */
export function UndoNotice() {
  const text = useText(appTexts);
  const blocked = useBlocked();
  const undo = useUndo();
  const [, setRound] = useState(0);
  const { hostCode } = useCurrentHost().hostService;
  const params = { hostCode, page: 1, size: 1 };
  const body = { taskType: ['APP_UPDATE' as const, 'APP_UNINSTALL' as const] };
  const { data } = appsApi.useListAppChangesQuery({ params, body });
  const newest = data?.records[0];
  const until = newest && undoneUntil(newest);
  if (!newest || until === undefined || notices.isClosed(hostCode, newest.id)) return null;
  const close = () => {
    notices.close(hostCode, newest.id);
    setRound((round) => round + 1);
  };
  return (
    <InlineAlert
      kind="primary"
      actions={
        <span className="sd-row">
          <LockedTip reason={blocked(text('undo'))}>
            <Button size="small" onClick={({ currentTarget }) => void undo(newest, currentTarget)}>
              {text('undo')}
            </Button>
          </LockedTip>
          <IconButton size="small" icon={<CloseOutlined />} label={text('undo.close')} onClick={close} />
        </span>
      }
    >
      {text(newest.taskType === 'APP_UNINSTALL' ? 'undo.uninstalled' : 'undo.updated', {
        name: textField(fieldsOf(newest.taskParam), 'appName') ?? '',
        time: formatTime(newest.endTime ?? newest.createTime),
        until: formatTime(new Date(until).toISOString()),
      })}
    </InlineAlert>
  );
}

/** Asks first: the complete site goes back, with what has changed since. */
function useUndo() {
  const text = useText(appTexts);
  const confirm = useConfirm();
  const [send] = appsApi.useUndoAppChangeMutation();
  return async ({ id, startTime, createTime }: Task, from: Element) => {
    const time = formatTime(startTime ?? createTime);
    const question = { body: text('undo.ask', { time }), confirm: text('undo.confirm') };
    if (!(await confirm.danger(question))) return;
    const { data: started } = await send({ body: { taskId: id } });
    // The shell announces a refusal.
    if (started) showTaskStarted(from);
    pollTasksNow();
  };
}

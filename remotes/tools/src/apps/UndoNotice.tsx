import type { Task } from '@sitedeck/contract';
import { formatTime, pollTasksNow, useCurrentHost } from '@sitedeck/sdk';
import { showTaskStarted, useConfirm, useText } from '@sitedeck/ui/core';
import { closedNotices } from '@sitedeck/ui/closed-notices';
import { appsApi } from '../apps.api';
import { UndoAlert } from '../frame/UndoAlert';
import { fieldsOf, textField } from '../site-move/move-task';
import { appTexts } from './app-texts';

const notices = closedNotices('apps');

/** Offers to bring back the site as it was before the newest update or uninstallation. */
export function UndoNotice() {
  const text = useText(appTexts);
  const undo = useUndo();
  const { hostCode } = useCurrentHost().hostService;
  const params = { hostCode, page: 1, size: 1 };
  const body = { taskType: ['APP_UPDATE' as const, 'APP_UNINSTALL' as const] };
  const { data } = appsApi.useListAppChangesQuery({ params, body });
  const newest = data?.records[0];
  if (!newest) return null;
  const name = textField(fieldsOf(newest.taskParam), 'appName') ?? '';
  const notice = newest.taskType === 'APP_UNINSTALL' ? 'undo.uninstalled' : 'undo.updated';
  return (
    <UndoAlert
      task={newest}
      notices={notices}
      words={(times) => ({ notice: text(notice, { name, ...times }), act: text('undo') })}
      undo={(from) => undo(newest, from)}
    />
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

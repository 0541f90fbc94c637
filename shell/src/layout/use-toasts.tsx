import { TASK_KINDS, TASK_TOAST_MS, type Task } from '@sitedeck/contract';
import { isActive, kernel } from '@sitedeck/sdk';
import {
  Button,
  countedParts,
  DOT,
  sharedTexts,
  taskNameKey,
  useFeedback,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { useEffect } from 'react';
import { DownloadExport } from '../tasks/DownloadExport';
import { factsOf, resultOf } from '../tasks/task-facts';
import { taskTexts } from '../tasks/task-texts';
import { layoutTexts } from './layout-texts';

const SECONDS = TASK_TOAST_MS / 1000;

/** Whether an ended task freed the workspace: it locked it, and no other locking task waits or runs. */
function frees({ id, taskType }: Task): boolean {
  const locks = (kind: Task['taskType']) => TASK_KINDS[kind].locks;
  const { list } = kernel().store.getState().tasks;
  const stillLocked = list.some((other) => other.id !== id && locks(other.taskType) && isActive(other));
  return locks(taskType) && !stillLocked;
}

/** Path of a packed archive; undefined for a download, which the same task kind packs. */
const archiveOf = (task: Task) => (task.taskType === 'COMPRESS' ? factsOf(task).target : undefined);

/** Whether the shown page announces this itself. */
function isShownByPage(task: Task, is: 'open' | 'finished'): boolean {
  let skipped = false;
  kernel().events.emit('task-toast', { task, is, skip: () => (skipped = true) });
  return skipped;
}

/** Toasts about tasks that began or ended, and about refused calls. @param see shows one task, if the page can */
export function useToasts(see?: (taskId: number) => void): void {
  const { message, notification } = useFeedback();
  const text = useText(taskTexts);
  const shared = useText(sharedTexts);
  const layout = useText(layoutTexts);
  const format = useLocaleFormat();
  useEffect(() => {
    const { on } = kernel().events;
    const nameOf = (task: Task) => shared(taskNameKey(task));

    /** The result of a task, and whether the workspace is free again. */
    const doneWords = (task: Task) => {
      const counted = countedParts(task.progress, shared, format).join(DOT);
      const archive = archiveOf(task);
      const made = archive === undefined ? '' : text('toast.packed', { path: archive });
      return [made, counted, frees(task) ? layout('lock.free') : '']
        .filter(Boolean)
        .map((line) => <div key={line}>{line}</div>);
    };

    function opened(task: Task): void {
      if (isShownByPage(task, 'open')) return;
      message.open({
        key: `task-${task.id}`,
        type: 'info',
        content: text('toast.running', { task: nameOf(task) }),
        duration: SECONDS,
      });
    }

    function finished(task: Task): void {
      const failed = task.taskStatus === 'RUNNING_FAIL';
      message.destroy(`task-${task.id}`);
      if (isShownByPage(task, 'finished')) return;
      notification[failed ? 'error' : 'success']({
        key: `task-${task.id}`,
        title: text(failed ? 'toast.failed' : 'toast.done', { task: nameOf(task) }),
        description: failed ? resultOf(task).message : doneWords(task),
        duration: SECONDS,
        role: failed ? 'alert' : 'status',
        actions: see && (
          <>
            <DownloadExport task={task} label={shared('act.download')} />
            <Button size="small" onClick={() => see(task.id)}>
              {text(failed ? 'toast.see' : 'toast.view')}
            </Button>
          </>
        ),
      });
    }

    const off = [
      on('task-open', opened),
      on('task-finished', finished),
      on('fault', ({ fault, tone }) => message[tone](fault.message)),
    ];
    return () => off.forEach((stop) => stop());
  }, [message, notification, text, shared, layout, format, see]);
}

import { TASK_KINDS, TASK_TOAST_MS, type Task } from '@sitedeck/contract';
import { isActive, kernel } from '@sitedeck/sdk';
import { App, Button, countedParts, DOT, sharedTexts, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useEffect } from 'react';
import { resultOf } from '../tasks/task-facts';
import { taskTexts } from '../tasks/task-texts';
import { layoutTexts } from './layout-texts';

const SECONDS = TASK_TOAST_MS / 1000;

/** A locking task that ended frees the workspace where no other one waits or runs. */
function frees({ id, taskType }: Task): boolean {
  const locks = (kind: Task['taskType']) => TASK_KINDS[kind].locks;
  const { list } = kernel().store.getState().tasks;
  const stillLocked = list.some((other) => other.id !== id && locks(other.taskType) && isActive(other));
  return locks(taskType) && !stillLocked;
}

/**
 * Toasts about tasks that began or ended, and about calls that were refused (specification, sections 4 and 8).
 * @param see shows one task, where there is a place for it
 */
export function useToasts(see?: (taskId: number) => void): void {
  const { message, notification } = App.useApp();
  const text = useText(taskTexts);
  const shared = useText(sharedTexts);
  const layout = useText(layoutTexts);
  const format = useLocaleFormat();
  useEffect(() => {
    const { on } = kernel().events;
    const nameOf = ({ taskType }: Task) => shared(`kind.${taskType}`);

    /** What was done, and that the workspace is free again. */
    const doneWords = (task: Task) => {
      const counted = countedParts(task.progress, shared, format).join(DOT);
      return [counted, frees(task) ? layout('lock.free') : '']
        .filter(Boolean)
        .map((line) => <div key={line}>{line}</div>);
    };

    function opened(task: Task): void {
      void message.open({
        key: `task-${task.id}`,
        type: 'info',
        content: text('toast.running', { task: nameOf(task) }),
        duration: SECONDS,
      });
    }

    function finished(task: Task): void {
      const failed = task.taskStatus === 'RUNNING_FAIL';
      message.destroy(`task-${task.id}`);
      notification[failed ? 'error' : 'success']({
        key: `task-${task.id}`,
        title: text(failed ? 'toast.failed' : 'toast.done', { task: nameOf(task) }),
        description: failed ? resultOf(task).message : doneWords(task),
        duration: SECONDS,
        role: failed ? 'alert' : 'status',
        actions: see && (
          <Button size="small" onClick={() => see(task.id)}>
            {text(failed ? 'toast.see' : 'toast.view')}
          </Button>
        ),
      });
    }

    const off = [
      on('task-open', opened),
      on('task-finished', finished),
      on('fault', ({ fault, tone }) => void message[tone](fault.message)),
    ];
    return () => off.forEach((stop) => stop());
  }, [message, notification, text, shared, layout, format, see]);
}

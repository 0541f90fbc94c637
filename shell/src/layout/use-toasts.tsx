import { TASK_KINDS, TASK_TOAST_MS, type Task } from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { App, Button, countedParts, DOT, sharedTexts, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useEffect } from 'react';
import { resultOf } from '../tasks/task-facts';
import { taskTexts } from '../tasks/task-texts';
import { layoutTexts } from './layout-texts';

const SECONDS = TASK_TOAST_MS / 1000;

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
    const doneWords = ({ progress, taskType }: Task) => {
      const counted = countedParts(progress, shared, format).join(DOT);
      return [counted, TASK_KINDS[taskType].locks ? layout('lock.free') : '']
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

import LockOutlined from '@ant-design/icons/LockOutlined';
import { isOpen, shareDone, type Task, type TaskProgress } from '@sitedeck/contract';
import { useLock } from '@sitedeck/sdk';
import { sharedTexts, taskNameKey, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useTaskViews } from '../tasks/use-task-views';
import { layoutTexts } from './layout-texts';
import { useTaskPanel } from './task-panel-context';

/** Explains that nothing can be changed. The toast of the ended task says that it can be again. */
export function LockBar() {
  const lock = useLock();
  return <div role="status">{lock.is === 'locked' && <Locked task={lock.task} />}</div>;
}

function Locked({ task }: { readonly task: Task }) {
  const text = useText(layoutTexts);
  const { setOpen } = useTaskPanel();
  const words = useLockText(task);
  return (
    <p className="sh-bar sh-bar-lock">
      <LockOutlined aria-hidden />
      <span>{words}</span>
      <button type="button" className="sd-link-button" onClick={() => setOpen(true)}>
        {text('lock.view')}
      </button>
    </p>
  );
}

/** The uploading page knows more than the last poll, so every view shows its number. */
function useFreshProgress({ taskType, progress }: Task): TaskProgress {
  const { views } = useTaskViews();
  return views.find(({ kind, status }) => kind === taskType && isOpen(status))?.progress ?? progress;
}

export function useLockText(locking: Task): string {
  const { taskStatus } = locking;
  const text = useText(layoutTexts);
  const shared = useText(sharedTexts);
  const format = useLocaleFormat();
  const task = shared(taskNameKey(locking));
  const share = shareDone(useFreshProgress(locking));
  if (taskStatus === 'WAIT') return text('lock.waiting', { task });
  if (share === undefined) return text('lock.running', { task });
  return text('lock.percent', { task, percent: format.percent(share) });
}

import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import { isOpen, type Task, type TaskProgress } from '@sitedeck/contract';
import { useLock } from '@sitedeck/sdk';
import { shareDone, sharedTexts, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useEffect, useRef, useState } from 'react';
import { useTaskViews } from '../tasks/use-task-views';
import { layoutTexts } from './layout-texts';
import { useTaskPanel } from './task-panel-context';

/** As long as a toast, ms. */
const FREE_MS = 3000;

/** Says why nothing can be changed, and that it can be again. */
export function LockBar() {
  const lock = useLock();
  const text = useText(layoutTexts);
  const freed = useFreed(lock.is === 'locked');
  return (
    <div role="status">
      {lock.is === 'locked' && <Locked task={lock.task} />}
      {freed && (
        <p className="sh-bar sh-bar-success">
          <CheckCircleOutlined aria-hidden />
          <span>{text('lock.free')}</span>
        </p>
      )}
    </div>
  );
}

function Locked({ task }: { readonly task: Task }) {
  const text = useText(layoutTexts);
  const { setOpen } = useTaskPanel();
  return (
    <p className="sh-bar">
      <LockOutlined aria-hidden />
      <span>{useLockWords(task)}</span>
      <button type="button" className="sd-link-button" onClick={() => setOpen(true)}>
        {text('lock.view')}
      </button>
    </p>
  );
}

/** The page that uploads knows more than the last poll; one number everywhere. */
function useFreshProgress({ taskType, progress }: Task): TaskProgress {
  const { views } = useTaskViews();
  return views.find(({ kind, status }) => kind === taskType && isOpen(status))?.progress ?? progress;
}

function useLockWords(locking: Task): string {
  const { taskType, taskStatus } = locking;
  const text = useText(layoutTexts);
  const shared = useText(sharedTexts);
  const format = useLocaleFormat();
  const task = shared(`kind.${taskType}`);
  const share = shareDone(useFreshProgress(locking));
  if (taskStatus === 'WAIT') return text('lock.waiting', { task });
  if (share === undefined) return text('lock.running', { task });
  return text('lock.percent', { task, percent: format.percent(share) });
}

/** True for a moment after the lock has gone. */
function useFreed(locked: boolean): boolean {
  const [freed, setFreed] = useState(false);
  const was = useRef(locked);
  useEffect(() => {
    const lifted = was.current && !locked;
    was.current = locked;
    setFreed(lifted);
    if (!lifted) return;
    const timer = setTimeout(() => setFreed(false), FREE_MS);
    return () => clearTimeout(timer);
  }, [locked]);
  return freed;
}

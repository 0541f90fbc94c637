import type { Task } from '@sitedeck/contract';
import { useEffect, useState } from 'react';
import { ConfigureDialog } from './ConfigureDialog';
import { ConfigurePrompt } from './ConfigurePrompt';
import { useTaskLock, useVisible } from './use-task-lock';

/** @param task the installation to configure, from the task list */
export function ConfigureArea({ task: listed }: { readonly task: Task | undefined }) {
  const visible = useVisible();
  const { task, leave } = useTaskLock(visible ? listed?.id : undefined);
  const [started, setStarted] = useState(false);

  // Ask only in a visible page, and only if no other page has been answered.
  const idle = task !== undefined && !started && (!visible || listed?.id !== task.id);
  useEffect(() => {
    if (idle) leave();
  }, [idle, leave]);

  function close(): void {
    setStarted(false);
    leave();
  }

  if (!task) return null;
  if (started) return <ConfigureDialog task={task} onClose={close} />;
  return <ConfigurePrompt task={task} onStart={() => setStarted(true)} onClose={close} />;
}

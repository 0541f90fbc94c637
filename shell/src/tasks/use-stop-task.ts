import { stopTask, type Task, type TaskKind } from '@sitedeck/contract';
import { call, cancelLocalTask, pollTasksNow } from '@sitedeck/sdk';
import { useConfirm, useText } from '@sitedeck/ui/core';
import { markStopping, unmarkStopping } from './stopping';
import { taskTexts } from './task-texts';
import type { TaskView } from './task-view';

/** What becomes of the work of kinds that leave nothing half done. */
const QUESTIONS: Partial<Record<TaskKind, 'stop.move' | 'stop.install' | 'stop.app'>> = {
  SITE_MOVE: 'stop.move',
  APP_INSTALL: 'stop.install',
  APP_UPDATE: 'stop.app',
  APP_UNINSTALL: 'stop.app',
};

/** Asks first if the task has already done some work. A waiting task has done none and stops at once. */
export function useStopTask(): (view: TaskView) => Promise<void> {
  const text = useText(taskTexts);
  const { tip } = useConfirm();

  async function agreed(view: TaskView): Promise<boolean> {
    if (view.status === 'WAIT') return true;
    return tip({
      body: text(QUESTIONS[view.kind] ?? 'stop.ask'),
      confirm: text('stop.confirm'),
      cancel: text('stop.keep'),
    });
  }

  return async (view) => {
    if (!(await agreed(view))) return;
    if (view.origin.is === 'local') cancelLocalTask(view.origin.task.id);
    else await stopOnServer(view.origin.task);
  };
}

async function stopOnServer({ id }: Task): Promise<void> {
  markStopping(id);
  try {
    await call(stopTask, { params: { id } });
  } catch {
    // The shell has announced the refusal; the button is enabled again.
    unmarkStopping(id);
  }
  pollTasksNow();
}

import type { Task } from '@sitedeck/contract';
import { DOT, taskNameKey, useText } from '@sitedeck/ui/core';
import { appsApi } from '../apps.api';
import { RunningTask } from '../frame/RunningTask';
import { fieldsOf, textField } from '../site-move/move-task';
import { appTexts } from './app-texts';

const STEPS = ['package', 'check', 'safety', 'fetch', 'setup', 'database', 'files'] as const;

/** An app that is installed, updated or uninstalled, or the undo of that. */
export function RunningApp({ task }: { readonly task: Task }) {
  const text = useText(appTexts);
  const kind = useText('ui')(taskNameKey(task));
  const [stop] = appsApi.useStopAppTaskMutation();
  const app = textField(fieldsOf(task.taskParam), 'appName');
  return (
    <RunningTask
      task={task}
      name={app === undefined ? kind : kind + DOT + app}
      stepWords={(name) => {
        const step = STEPS.find((one) => one === name);
        return step && text(`step.${step}`);
      }}
      stop={(id) => stop({ params: { id } })}
    />
  );
}

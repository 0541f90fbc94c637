import type { Task } from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { DOT, taskNameKey, TaskProgress, TaskStatusTag, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { appsApi } from '../apps.api';
import { fieldsOf, textField } from '../site-move/move-task';
import { appTexts } from './app-texts';

const STEPS = ['package', 'check', 'safety', 'fetch', 'setup', 'database', 'files'] as const;

/** An app that is installed, updated or uninstalled, or the undo of that. */
export function RunningTask({ task }: { readonly task: Task }) {
  const text = useText(appTexts);
  const kind = useText('ui')(taskNameKey(task));
  const { stop, isStopping } = useStop(task);
  const { taskStatus, taskParam, progress, startTime, steps } = task;
  const app = textField(fieldsOf(taskParam), 'appName');
  const name = app === undefined ? kind : kind + DOT + app;
  const at = steps.findIndex(({ status }) => status === 'running');
  const step = STEPS.find((one) => one === steps[at]?.name);
  return (
    <div>
      <p className="tl-running-head">
        <strong>{name}</strong>
        <TaskStatusTag status={taskStatus} />
        {step && (
          <span className="sd-secondary sd-small">
            {text('step', { n: at + 1, total: steps.length, name: text(`step.${step}`) })}
          </span>
        )}
      </p>
      <TaskProgress
        name={name}
        progress={progress}
        startedAt={startTime === null ? undefined : Date.parse(startTime)}
        isPaused={taskStatus === 'WAIT' || task.paused}
        onCancel={() => void stop()}
        cancelling={isStopping}
      />
    </div>
  );
}

function useStop({ id }: Task) {
  const [send] = appsApi.useStopAppTaskMutation();
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    const { error } = await send({ params: { id } });
    if (error !== undefined) setStopping(false);
    pollTasksNow();
  };
  return { stop, isStopping };
}

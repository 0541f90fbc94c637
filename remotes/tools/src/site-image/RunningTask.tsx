import type { Task } from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { taskNameKey, TaskProgress, TaskStatusTag, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { imagesApi } from '../images.api';
import { imageTexts } from './image-texts';

const STEPS = ['check', 'safety', 'fetch', 'database', 'configuration', 'files'] as const;

/** An image that is made or deployed. */
export function RunningTask({ task }: { readonly task: Task }) {
  const text = useText(imageTexts);
  const name = useText('ui')(taskNameKey(task));
  const { stop, isStopping } = useStop(task);
  const { taskStatus, progress, startTime, steps } = task;
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
  const [send] = imagesApi.useStopImageTaskMutation();
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    const { error } = await send({ params: { id } });
    if (error !== undefined) setStopping(false);
    pollTasksNow();
  };
  return { stop, isStopping };
}

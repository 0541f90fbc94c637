import type { Task } from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { taskNameKey, TaskProgress, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { imagesApi } from '../images.api';

/** An image that is made or deployed. */
export function RunningTask({ task }: { readonly task: Task }) {
  const names = useText('ui');
  const [stop] = imagesApi.useStopImageTaskMutation();
  const [isStopping, setStopping] = useState(false);
  const cancel = async () => {
    setStopping(true);
    const { error } = await stop({ params: { id: task.id } });
    if (error !== undefined) setStopping(false);
    pollTasksNow();
  };
  return (
    <TaskProgress
      name={names(taskNameKey(task))}
      progress={task.progress}
      startedAt={task.startTime === null ? undefined : Date.parse(task.startTime)}
      isPaused={task.taskStatus === 'WAIT' || task.paused}
      onCancel={() => void cancel()}
      cancelling={isStopping}
    />
  );
}

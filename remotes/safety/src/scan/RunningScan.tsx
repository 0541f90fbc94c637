import type { Task } from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { TaskProgress, TaskStatusTag, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { scanApi } from '../scan.api';

/** How far the scan is that waits or runs, and how to cancel it. */
export function RunningScan({ task: { id, taskStatus, progress, startTime } }: { readonly task: Task }) {
  const name = useText('ui')('kind.SAFE_SCAN');
  const [stop] = scanApi.useStopScanMutation();
  const [isStopping, setStopping] = useState(false);
  const cancel = async () => {
    setStopping(true);
    const { error } = await stop({ params: { id } });
    // The shell announces the refusal.
    if (error !== undefined) setStopping(false);
    pollTasksNow();
  };
  return (
    <div className="sf-running">
      {taskStatus === 'WAIT' && <TaskStatusTag status={taskStatus} />}
      <TaskProgress
        name={name}
        progress={progress}
        startedAt={startTime === null ? undefined : Date.parse(startTime)}
        isPaused={taskStatus === 'WAIT'}
        onCancel={() => void cancel()}
        cancelling={isStopping}
      />
    </div>
  );
}

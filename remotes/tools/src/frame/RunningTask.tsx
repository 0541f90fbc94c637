import type { Task } from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { TaskProgress, TaskStatusTag, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { frameTexts } from './frame-texts';

interface Props {
  readonly task: Task;
  readonly name: string;
  /** Words for a step; undefined for one that the page does not know. */
  readonly stepWords: (step: string) => string | undefined;
  /** Stops the task; `error` if that was refused, which the shell announces. */
  readonly stop: (id: number) => Promise<{ readonly error?: unknown }>;
}

/** A task of the page that waits or runs: its name, step and progress, and how to cancel it. */
export function RunningTask({ task, name, stepWords, stop }: Props) {
  const text = useText(frameTexts);
  const [isStopping, setStopping] = useState(false);
  const { id, taskStatus, progress, startTime, steps } = task;
  const at = steps.findIndex(({ status }) => status === 'running');
  const step = stepWords(steps[at]?.name ?? '');
  const cancel = async () => {
    setStopping(true);
    const { error } = await stop(id);
    if (error !== undefined) setStopping(false);
    pollTasksNow();
  };
  return (
    <div>
      <p className="tl-running-head">
        <strong>{name}</strong>
        <TaskStatusTag status={taskStatus} />
        {step !== undefined && (
          <span className="sd-secondary sd-small">
            {text('step', { n: at + 1, total: steps.length, name: step })}
          </span>
        )}
      </p>
      <TaskProgress
        name={name}
        progress={progress}
        startedAt={startTime === null ? undefined : Date.parse(startTime)}
        isPaused={taskStatus === 'WAIT' || task.paused}
        onCancel={() => void cancel()}
        cancelling={isStopping}
      />
    </div>
  );
}

import { stopTask, type Task } from '@sitedeck/contract';
import { call, pollTasksNow } from '@sitedeck/sdk';
import { taskNameKey, TaskProgress, TaskStatusTag, useConfirm, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { databaseTexts } from '../database-texts';
import { useDatabaseTasks } from './database-tasks';

/** Lists the tasks that use the database now, each with a stop button. */
export function RunningTasks() {
  const text = useText(databaseTexts);
  const { running } = useDatabaseTasks();
  const { stopping, stop } = useStop();
  if (running.length === 0) return null;
  return (
    <ul className="db-tasks" aria-label={text('tasks.label')}>
      {running.map((task) => (
        <li key={task.id} className="sd-card">
          <RunningTask task={task} isStopping={stopping.includes(task.id)} stop={() => void stop(task)} />
        </li>
      ))}
    </ul>
  );
}

interface RunningProps {
  readonly task: Task;
  readonly isStopping: boolean;
  readonly stop: () => void;
}

function RunningTask({ task, isStopping, stop }: RunningProps) {
  const kinds = useText('ui');
  const { taskStatus, progress, startTime } = task;
  const name = kinds(taskNameKey(task));
  return (
    <>
      <div className="db-task-head">
        <strong>{name}</strong>
        <TaskStatusTag status={taskStatus} />
        {progress.filename && <span className="sd-hint sd-small db-break">{progress.filename}</span>}
      </div>
      <TaskProgress
        name={name}
        progress={progress}
        startedAt={startTime === null ? undefined : Date.parse(startTime)}
        isPaused={taskStatus === 'WAIT'}
        onCancel={stop}
        cancelling={isStopping}
      />
    </>
  );
}

/** Stops a task. A waiting task stops at once; for a running one the user confirms. */
function useStop() {
  const text = useText(databaseTexts);
  const confirm = useConfirm();
  const [stopping, setStopping] = useState<readonly number[]>([]);
  const stop = async ({ id, taskStatus }: Task) => {
    const agreed =
      taskStatus === 'WAIT' ||
      (await confirm.tip({
        body: text('tasks.stopAsk'),
        confirm: text('tasks.stop'),
        cancel: text('tasks.keep'),
      }));
    if (!agreed) return;
    setStopping((before) => [...before, id]);
    try {
      await call(stopTask, { params: { id } });
    } catch {
      // The shell has announced the refusal; the button becomes active again.
      setStopping((before) => before.filter((one) => one !== id));
    }
    pollTasksNow();
  };
  return { stopping, stop };
}

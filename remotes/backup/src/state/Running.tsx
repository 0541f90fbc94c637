import type { Task } from '@sitedeck/contract';
import { pollTasksNow, useTasks } from '@sitedeck/sdk';
import { taskNameKey, TaskProgress, TaskStatusTag, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { backupApi } from '../backup.api';
import { openBackupTasks } from './backup-tasks';
import { stateTexts } from './state-texts';

/** Lists waiting and running backup tasks with their progress. */
export function Running() {
  const text = useText(stateTexts);
  const { tasks } = useTasks();
  const open = openBackupTasks(tasks);
  if (open.length === 0) return null;
  return (
    <section className="bk-card sd-card" aria-label={text('running')}>
      <ul className="bk-running">
        {open.map((task) => (
          <RunningTask key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

const STEPS = [
  'unpack',
  'safety',
  'fetch',
  'database',
  'files',
  'point',
  'check',
  'repair',
  'fetch-copies',
] as const;

function RunningTask({ task }: { readonly task: Task }) {
  const text = useText(stateTexts);
  const taskNames = useText('ui');
  const [stop] = backupApi.useStopBackupTaskMutation();
  const [isCancelling, setCancelling] = useState(false);
  const { id, taskStatus, startTime, progress, steps } = task;
  const name = taskNames(taskNameKey(task));
  const at = steps.findIndex(({ status }) => status === 'running');
  const step = STEPS.find((one) => one === steps[at]?.name);
  const cancel = async () => {
    setCancelling(true);
    const { error } = await stop({ params: { id } });
    if (error !== undefined) setCancelling(false);
    pollTasksNow();
  };
  return (
    <li>
      <div className="bk-running-head">
        <strong>{name}</strong>
        <TaskStatusTag status={taskStatus} />
        {step && (
          <span className="sd-secondary sd-small">
            {text('step', { n: at + 1, total: steps.length, name: text(`step.${step}`) })}
          </span>
        )}
      </div>
      <TaskProgress
        name={name}
        progress={progress}
        startedAt={startTime === null ? undefined : Date.parse(startTime)}
        isPaused={taskStatus === 'WAIT'}
        onCancel={() => void cancel()}
        cancelling={isCancelling}
      />
    </li>
  );
}

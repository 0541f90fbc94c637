import type { Task } from '@sitedeck/contract';
import { isActive, pollTasksNow, useTasks } from '@sitedeck/sdk';
import { taskNameKey, TaskProgress, TaskStatusTag, useConfirm, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { toolsApi } from '../tools.api';
import { moveTexts } from './move-texts';
import { fieldsOf, textField } from './move-task';

/** Lists the moves and checks that wait or run, each with a stop button. */
export function RunningMove() {
  const text = useText(moveTexts);
  const { tasks } = useTasks();
  const open = tasks.filter(
    (task) => (task.taskType === 'SITE_MOVE' || task.taskType === 'SITE_MOVE_CHECK') && isActive(task),
  );
  if (open.length === 0) return null;
  return (
    <section className="tl-card sd-card" aria-label={text('running')}>
      <ul className="tl-running">
        {open.map((task) => (
          <RunningTask key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}

function RunningTask({ task }: { readonly task: Task }) {
  const names = useText('ui');
  const { taskStatus, progress, startTime, taskParam } = task;
  const { stop, isStopping } = useStop(task);
  const name = names(taskNameKey(task));
  return (
    <li>
      <div className="tl-running-head">
        <strong>{name}</strong>
        <TaskStatusTag status={taskStatus} />
        <span className="sd-secondary sd-small tl-break">{textField(fieldsOf(taskParam), 'ftpServer')}</span>
      </div>
      <TaskProgress
        name={name}
        progress={progress}
        startedAt={startTime === null ? undefined : Date.parse(startTime)}
        isPaused={taskStatus === 'WAIT'}
        onCancel={() => void stop()}
        cancelling={isStopping}
      />
    </li>
  );
}

/** Stops a task. A waiting task and a check stop at once; for a running move the owner confirms. */
function useStop({ id, taskType, taskStatus }: Task) {
  const text = useText(moveTexts);
  const confirm = useConfirm();
  const [send] = toolsApi.useStopMoveMutation();
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    const agreed =
      taskStatus === 'WAIT' ||
      taskType === 'SITE_MOVE_CHECK' ||
      (await confirm.danger({ body: text('stop.ask'), confirm: text('stop'), cancel: text('stop.keep') }));
    if (!agreed) return;
    setStopping(true);
    const { error } = await send({ params: { id } });
    if (error !== undefined) setStopping(false);
    pollTasksNow();
  };
  return { stop, isStopping };
}

import type { Task } from '@sitedeck/contract';
import { Button, taskNameKey, TaskProgress, TaskStatusTag, useText } from '@sitedeck/ui/core';
import { fieldsOf, textField } from './move-task';
import { moveTexts } from './move-texts';
import { useStop } from './use-stop';

/** A move, or a check of another page, that waits or runs. */
export function RunningMove({ task }: { readonly task: Task }) {
  const names = useText('ui');
  const text = useText(moveTexts);
  const { taskStatus, progress, startTime, taskParam } = task;
  const { stop, isStopping } = useStop(task);
  const name = names(taskNameKey(task));
  const params = fieldsOf(taskParam);
  const [source = '', target = ''] = [textField(params, 'ftpServer'), textField(params, 'targetPath')];
  const begins = taskStatus === 'RUNNING' && progress.copiedFiles === undefined;
  return (
    <div className="tl-running">
      <div className="tl-running-main">
        <p className="tl-running-head">
          <strong>{name}</strong>
          <TaskStatusTag status={taskStatus} />
          <span className="sd-secondary sd-small tl-break">{text('running.way', { source, target })}</span>
        </p>
        <TaskProgress
          name={name}
          progress={progress}
          startedAt={startTime === null ? undefined : Date.parse(startTime)}
          isPaused={taskStatus === 'WAIT' || task.paused}
        />
        <p className="sd-hint sd-small tl-current">
          {begins
            ? text('running.begins')
            : progress.processing && text('running.now', { name: progress.processing })}
        </p>
      </div>
      <Button
        loading={isStopping}
        aria-label={isStopping ? undefined : text('stop.name', { name })}
        onClick={() => void stop()}
      >
        {text(isStopping ? 'stopping' : 'stop.short')}
      </Button>
    </div>
  );
}

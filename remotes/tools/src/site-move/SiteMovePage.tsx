import type { Task } from '@sitedeck/contract';
import { isActive, useLock, useTasks } from '@sitedeck/sdk';
import { PageHeader, useText } from '@sitedeck/ui/core';
import { useRef } from 'react';
import { MoveHistory } from './MoveHistory';
import { MoveSteps, type MoveStep } from './MoveSteps';
import { moveTexts } from './move-texts';
import { NewMove } from './NewMove';
import { RunningMove } from './RunningMove';
import { useCheck } from './use-check';
import { formOf } from './use-source-form';

const isMove = ({ taskType }: Task) => taskType === 'SITE_MOVE';

/** The site move page (网站搬家): a new move with its check, the running one, and the earlier ones. */
export function SiteMovePage() {
  const text = useText(moveTexts);
  const lock = useLock();
  const check = useCheck();
  const password = useRef<HTMLInputElement>(null);
  const open = useOpenTasks(check.started?.taskId);
  const isMoving = open.some(isMove);
  const repeat = (task: Task) => {
    check.change(formOf(task));
    // The fields get their values first.
    requestAnimationFrame(() => password.current?.focus());
  };
  return (
    <>
      <PageHeader title={text('title')} purpose={text('purpose')} locked={lock.is === 'locked'} />
      <div className="tl-body">
        <section className="tl-card sd-card tl-stack" aria-labelledby="tl-new">
          <h2 id="tl-new">{text(isMoving ? 'running' : 'new')}</h2>
          <MoveSteps now={stepOf(check, isMoving)} />
          {open.map((task) => (
            <RunningMove key={task.id} task={task} />
          ))}
          {!isMoving && <NewMove check={check} password={password} />}
        </section>
        <MoveHistory onRepeat={repeat} />
      </div>
    </>
  );
}

/** Moves and checks that wait or run, but not the page's own check. */
function useOpenTasks(ownCheck: number | undefined): readonly Task[] {
  const { tasks } = useTasks();
  return tasks.filter(
    (task) => (isMove(task) || task.taskType === 'SITE_MOVE_CHECK') && isActive(task) && task.id !== ownCheck,
  );
}

function stepOf({ started, task, isChecking }: ReturnType<typeof useCheck>, isMoving: boolean): MoveStep {
  if (isMoving) return 'move';
  const isChecked = started !== undefined && task?.taskStatus === 'RUNNING_SUCCESS';
  return isChecking || isChecked ? 'check' : 'connect';
}

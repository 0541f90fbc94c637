import type { Task } from '@sitedeck/contract';
import { pollTasksNow } from '@sitedeck/sdk';
import { useConfirm, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { toolsApi } from '../tools.api';
import { moveTexts } from './move-texts';

/** Stops a task. A waiting task and a check have changed nothing and stop at once; a running move asks the owner. */
export function useStop(task: Pick<Task, 'id' | 'taskType' | 'taskStatus'> | undefined) {
  const text = useText(moveTexts);
  const confirm = useConfirm();
  const [send] = toolsApi.useStopMoveMutation();
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    if (!task || isStopping) return;
    const asks = task.taskStatus !== 'WAIT' && task.taskType === 'SITE_MOVE';
    const question = { body: text('stop.ask'), confirm: text('stop'), cancel: text('stop.keep') };
    if (asks && !(await confirm.danger(question))) return;
    setStopping(true);
    const { error } = await send({ params: { id: task.id } });
    if (error !== undefined) setStopping(false);
    pollTasksNow();
  };
  return { stop, isStopping };
}

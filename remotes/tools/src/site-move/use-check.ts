import type { Fault, Task } from '@sitedeck/contract';
import { kernel, pollTasksNow, toFault, useTask } from '@sitedeck/sdk';
import { useEffect, useState } from 'react';
import { toolsApi } from '../tools.api';
import { outcomeOf } from './move-task';
import { isRequest, requestOf, useSourceForm, type MoveRequest, type SourceForm } from './use-source-form';

/** A check that was started, and what it checks. */
interface StartedCheck {
  readonly taskId: number;
  readonly request: MoveRequest;
}

/** The polled list keeps only the newest ended tasks, but the page shows a check until the form changes. */
function useSeenTask(id: number | undefined): Task | undefined {
  const task = useTask(id ?? -1);
  const [seen, setSeen] = useState(task);
  if (task !== undefined && task !== seen) setSeen(task);
  return seen?.id === id ? seen : undefined;
}

/** The page shows its own check, so the shell shows no toast about it. */
function useOwnNotices(id: number | undefined): void {
  useEffect(
    () =>
      kernel().events.on('task-toast', ({ task, skip }) => {
        if (task.id === id) skip();
      }),
    [id],
  );
}

/** The form of a new move, and the check of what it holds. */
export function useCheck() {
  const { form, wrong, change, setWrong } = useSourceForm();
  const [started, setStarted] = useState<StartedCheck>();
  const [fault, setFault] = useState<Fault>();
  const [isSending, setSending] = useState(false);
  const [check] = toolsApi.useCheckMoveMutation();
  const task = useSeenTask(started?.taskId);
  useOwnNotices(started?.taskId);
  const isChecking = started !== undefined && (!task || outcomeOf(task).is === 'open');
  /** @returns false if a field is missing or wrong */
  const send = async (more: Partial<SourceForm> = {}): Promise<boolean> => {
    const request = requestOf({ ...form, ...more });
    setFault(undefined);
    if (!isRequest(request)) {
      setWrong(request);
      return false;
    }
    change(more);
    setSending(true);
    const { data, error } = await check({ body: request });
    setSending(false);
    if (error !== undefined) setFault(toFault(error));
    if (data) setStarted({ taskId: data.taskId, request });
    pollTasksNow();
    return true;
  };
  const forget = () => setStarted(undefined);
  return {
    ...{ form, wrong, started, task, fault, isSending, isChecking, send, forget },
    // A changed form invalidates the result.
    change: (given: Partial<SourceForm>) => {
      forget();
      setFault(undefined);
      change(given);
    },
  };
}

export type MoveCheckState = ReturnType<typeof useCheck>;

import type { Task } from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { showTaskStarted } from '@sitedeck/ui/core';
import type { RefObject } from 'react';
import { useRevealer, type Reveal } from '../listing/reveal';

interface Began {
  /** The control that started it. */
  readonly from: RefObject<Element | null>;
  readonly taskId: number | undefined;
  /** Shown in the list once the task has succeeded. */
  readonly makes: readonly string[];
}

/** Announces a task that has just started. */
export function useTaskBegan(): (began: Began) => void {
  const revealer = useRevealer();
  return ({ from, taskId, makes }) => {
    revealAfter(taskId, makes, revealer.begin());
    showTaskStarted(from.current);
  };
}

/** Bound to no component: the dialog that began the task closes first. */
function revealAfter(taskId: number | undefined, paths: readonly string[], reveal: Reveal): void {
  const stop = kernel().events.on('task-finished', ({ id, taskStatus }: Task) => {
    if (id !== taskId) return;
    stop();
    if (taskStatus === 'RUNNING_SUCCESS') reveal(paths);
  });
}

import type { Task } from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { useEffect } from 'react';
import type { EmbedPlace } from './embed-door';

const factsOf = ({ id, taskType, taskStatus }: Task) => ({ id, type: taskType, status: taskStatus });

/** Emits an event to the portal when a task begins or ends. */
export function useTaskEvents(tell: EmbedPlace['tell']): void {
  useEffect(() => {
    const { on } = kernel().events;
    const off = [
      on('task-open', (task) => tell('task', factsOf(task))),
      on('task-finished', (task) => tell('task', factsOf(task))),
    ];
    return () => off.forEach((stop) => stop());
  }, [tell]);
}

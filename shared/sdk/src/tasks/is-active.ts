import { isOpen, type Task } from '@sitedeck/contract';

/**
 * Whether a task waits or runs and is not an abandoned upload: an abandoned upload locks nothing and needs no
 * attention.
 */
export const isActive = ({ taskStatus, paused }: Pick<Task, 'taskStatus' | 'paused'>): boolean =>
  isOpen(taskStatus) && !paused;

import { isOpen, type Task } from '@sitedeck/contract';

/** Waits or runs, and is not an upload that nobody sends any more: that one holds nothing and asks for nothing. */
export const isActive = ({ taskStatus, paused }: Pick<Task, 'taskStatus' | 'paused'>): boolean =>
  isOpen(taskStatus) && !paused;

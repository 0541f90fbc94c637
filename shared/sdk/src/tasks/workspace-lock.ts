import { isOpen, TASK_KINDS, type Task } from '@sitedeck/contract';

/** While a locking task waits or runs, what would change the host is refused; the server decides, this shows it. */
export type WorkspaceLock = { readonly is: 'free' } | { readonly is: 'locked'; readonly task: Task };

const FREE: WorkspaceLock = { is: 'free' };

export function lockOf(tasks: readonly Task[]): WorkspaceLock {
  const task = tasks.find(({ taskType, taskStatus }) => isOpen(taskStatus) && TASK_KINDS[taskType].locks);
  return task ? { is: 'locked', task } : FREE;
}

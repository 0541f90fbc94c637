import { TASK_KINDS, type Task } from '@sitedeck/contract';
import { isActive } from './is-active';

/** While a locking task waits or runs, calls that change the host are refused; the server decides, this shows it. */
export type WorkspaceLock = { readonly is: 'free' } | { readonly is: 'locked'; readonly task: Task };

const FREE: WorkspaceLock = { is: 'free' };

export function lockOf(tasks: readonly Task[]): WorkspaceLock {
  const task = tasks.find((each) => TASK_KINDS[each.taskType].locks && isActive(each));
  return task ? { is: 'locked', task } : FREE;
}

import { TASK_NOTICE_WINDOW_MS, type Task } from '@sitedeck/contract';
import { isActive } from './is-active';

export interface Notices {
  /** Finished, well or not, within the notice window, and nobody was told. */
  readonly finished: readonly Task[];
  /** Waiting or running and not yet mentioned. */
  readonly open: readonly Task[];
}

const hasResult = ({ taskStatus }: Task) => taskStatus === 'RUNNING_SUCCESS' || taskStatus === 'RUNNING_FAIL';

/** The browser remembers marks for longer than a test installation keeps its numbers: the time tells them apart. */
const nameOf = ({ id, createTime }: Task) => `${id} ${createTime}`;
export const openMark = (task: Task): string => `${nameOf(task)} open`;
export const endMark = (task: Task): string => `${nameOf(task)} end`;

/** What is worth a toast (specification, section 4). `told` holds the marks of what was mentioned; `now` is ms since 1970. */
export function noticesOf(tasks: readonly Task[], told: ReadonlySet<string>, now: number): Notices {
  const isRecent = ({ createTime }: Task) => now - Date.parse(createTime) <= TASK_NOTICE_WINDOW_MS;
  return {
    finished: tasks.filter(
      (task) => hasResult(task) && task.notifyStatus === 0 && isRecent(task) && !told.has(endMark(task)),
    ),
    open: tasks.filter((task) => isActive(task) && !told.has(openMark(task))),
  };
}

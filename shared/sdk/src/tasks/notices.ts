import { TASK_NOTICE_WINDOW_MS, type Task } from '@sitedeck/contract';
import { isActive } from './is-active';

export interface Notices {
  /** Tasks that ended within the notice window and were not announced. */
  readonly finished: readonly Task[];
  /** Waiting or running tasks that were not announced yet. */
  readonly open: readonly Task[];
}

const hasResult = ({ taskStatus }: Task) => taskStatus === 'RUNNING_SUCCESS' || taskStatus === 'RUNNING_FAIL';

/**
 * A test installation reuses task numbers while the browser still remembers old marks, so the mark includes the
 * time.
 */
const nameOf = ({ id, createTime }: Task) => `${id} ${createTime}`;
export const openMark = (task: Task): string => `${nameOf(task)} open`;
export const endMark = (task: Task): string => `${nameOf(task)} end`;

/** Tasks that deserve a toast. `announced` holds the marks of earlier announcements; `now` is ms since 1970. */
export function noticesOf(tasks: readonly Task[], announced: ReadonlySet<string>, now: number): Notices {
  const isRecent = ({ createTime }: Task) => now - Date.parse(createTime) <= TASK_NOTICE_WINDOW_MS;
  return {
    finished: tasks.filter(
      (task) => hasResult(task) && task.notifyStatus === 0 && isRecent(task) && !announced.has(endMark(task)),
    ),
    open: tasks.filter((task) => isActive(task) && !announced.has(openMark(task))),
  };
}

/** Number of marks stored per host; older ones are past the notice window. */
const MARKS_KEPT = 200;

/** Marks of the tasks that this browser has announced: neither a reload nor another tab announces them again. */
export interface AnnouncedMarks {
  readonly marks: ReadonlySet<string>;
  add: (marks: readonly string[]) => void;
}

export function makeAnnouncedMarks(
  hostCode: string,
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
): AnnouncedMarks {
  const key = `sitedeck.announced.${hostCode}`;
  const marks = new Set<string>(storage?.getItem(key)?.split(',') ?? []);
  return {
    marks,
    add: (more) => {
      if (more.every((mark) => marks.has(mark))) return;
      more.forEach((mark) => marks.add(mark));
      storage?.setItem(key, [...marks].slice(-MARKS_KEPT).join(','));
    },
  };
}

import { isOpen, type Task, type TaskKind, type TaskProgress, type TaskStatus } from '@sitedeck/contract';
import type { LocalTask, LocalTaskKind } from '@sitedeck/sdk';
import { taskNameKey } from '@sitedeck/ui/core';
import { subjectOf } from './task-facts';

/** A task as a list shows it, whether the server runs it or this page does. Times in ms since 1970. */
export interface TaskView {
  readonly key: string;
  readonly kind: TaskKind;
  /** The text with its name. */
  readonly nameKey: ReturnType<typeof taskNameKey>;
  readonly subject: string | undefined;
  readonly status: TaskStatus;
  readonly progress: TaskProgress;
  readonly createdAt: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly operator: string | undefined;
  readonly origin:
    { readonly is: 'server'; readonly task: Task } | { readonly is: 'local'; readonly task: LocalTask };
  readonly stopping: boolean;
  /** An upload that sends nothing now: paused in this page, or waiting for the same files to be selected again. */
  readonly paused: boolean;
}

const KINDS: Readonly<Record<LocalTaskKind, TaskKind>> = {
  upload: 'UPLOAD_FILE',
  compress: 'COMPRESS',
  decompress: 'DECOMPRESS',
};

const moment = (text: string | null): number | undefined => (text === null ? undefined : Date.parse(text));

export const serverView = (task: Task, stopping: boolean): TaskView => ({
  key: `server-${task.id}`,
  kind: task.taskType,
  nameKey: taskNameKey(task),
  subject: subjectOf(task),
  status: task.taskStatus,
  progress: task.progress,
  createdAt: Date.parse(task.createTime),
  startedAt: moment(task.startTime),
  endedAt: moment(task.endTime),
  operator: task.operator,
  origin: { is: 'server', task },
  stopping: stopping && isOpen(task.taskStatus),
  paused: task.paused,
});

const localView = (task: LocalTask, paused: boolean): TaskView => ({
  key: `local-${task.id}`,
  kind: KINDS[task.kind],
  nameKey: `kind.${KINDS[task.kind]}`,
  subject: task.label,
  status: task.status,
  progress: task.progress,
  createdAt: task.startedAt,
  startedAt: task.startedAt,
  endedAt: task.endedAt ?? undefined,
  operator: undefined,
  origin: { is: 'local', task },
  stopping: task.stopping,
  paused,
});

/**
 * Tasks of this browser come first. The server keeps a record of the same upload: while ours is open, the open record
 * of that kind is ours, since only one locking task runs at a time. Of a task that the server runs, its record is shown.
 */
export function mergeViews(
  tasks: readonly Task[],
  locals: readonly LocalTask[],
  stopping: ReadonlySet<number>,
): readonly TaskView[] {
  const open = tasks.filter(({ taskStatus }) => isOpen(taskStatus));
  // An upload that an earlier page has left is paused too; it says nothing about ours.
  const sending = new Set(open.filter((task) => !task.paused).map(({ taskType }) => taskType));
  const paused = new Set(open.map(({ taskType }) => taskType).filter((kind) => !sending.has(kind)));
  const own = locals
    .filter((task) => isOpen(task.status) && !tasks.some(({ id }) => id === task.taskId))
    .map((task) => localView(task, paused.has(KINDS[task.kind])));
  const ownKinds = new Set(own.map(({ kind }) => kind));
  const others = tasks
    .filter((task) => !(isOpen(task.taskStatus) && ownKinds.has(task.taskType)))
    .map((task) => serverView(task, stopping.has(task.id)));
  return [...own, ...others];
}

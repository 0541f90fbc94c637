import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { listHandlers, type TaskListParts } from './list-handlers';
import { singleTaskHandlers, type SingleTaskParts } from './single-task-handlers';

export type TaskCalls = Pick<
  typeof consoleCalls,
  'queryTaskPage' | 'queryTaskList' | 'getTask' | 'stopTask' | 'deleteTask' | 'updateTask'
>;

export type TaskParts = TaskListParts & SingleTaskParts;

/** Answers the calls about the tasks of the session's host. */
export const taskHandlers = (parts: TaskParts): Handlers<TaskCalls> => ({
  ...listHandlers(parts),
  ...singleTaskHandlers(parts),
});

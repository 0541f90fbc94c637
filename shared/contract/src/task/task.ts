import { z } from 'zod';
import { HostCode } from '../call/brand';
import { defineCall } from '../call/call';
import { TASK_KIND_NAMES, TASK_STATUSES } from './kind';
import { TaskProgress } from './progress';

/** How the configuration of a site after an installation stands. */
const POST_STATUSES = ['CONFIGURATION', 'CONFIGURATION_STOP', 'CONFIGURATION_SUCCESS'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

export const TaskStep = z.object({
  name: z.string(),
  status: z.enum(['wait', 'running', 'done', 'failed', 'skipped']),
});
export type TaskStep = z.infer<typeof TaskStep>;

/** A task, as the console shows it. */
export const Task = z.object({
  id: z.number().int(),
  taskType: z.enum(TASK_KIND_NAMES),
  taskStatus: z.enum(TASK_STATUSES),
  /** ISO 8601, UTC. */
  createTime: z.string(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  notifyStatus: z.union([z.literal(0), z.literal(1)]),
  preTaskCode: z.string().nullable(),
  /** JSON with `ftpServer`, `targetPath`, `appName`, `objectName`, `size` and others, depending on the kind. */
  taskParam: z.string(),
  /** JSON, or the word `empty`; for a failure `{reason, message, id}`. */
  taskInfo: z.string(),
  postStatus: z.enum(POST_STATUSES).nullable(),
  operator: z.string(),
  progress: TaskProgress,
  /**
   * An open upload that has received no data for so long that it no longer locks the workspace: its page was closed.
   */
  paused: z.boolean(),
  steps: z.array(TaskStep),
});
export type Task = z.infer<typeof Task>;

const TaskId = z.object({ id: z.coerce.number().int().positive() });

export const queryTaskPage = defineCall({
  method: 'POST',
  path: '/api/task/queryPage/{hostCode}/{page}/{size}',
  summary: 'One page of the tasks of a host, newest first',
  access: 'owner',
  effect: 'read',
  passesBlock: true,
  embed: 'any',
  params: z.object({
    hostCode: HostCode,
    page: z.coerce.number().int().min(1),
    size: z.coerce.number().int().min(1).max(400),
  }),
  body: z.object({
    taskType: z.union([z.enum(TASK_KIND_NAMES), z.array(z.enum(TASK_KIND_NAMES)), z.literal('')]).nullish(),
    taskStatus: z.union([z.enum(TASK_STATUSES), z.literal('')]).nullish(),
    /** Creation time: at or after `from`, before `to`; ISO 8601. */
    from: z.iso.datetime({ offset: true }).nullish(),
    to: z.iso.datetime({ offset: true }).nullish(),
  }),
  reply: z.object({
    records: z.array(Task),
    total: z.number(),
    pages: z.number(),
    current: z.number(),
    size: z.number(),
  }),
});

export const queryTaskList = defineCall({
  method: 'GET',
  path: '/api/task/queryList/{hostCode}',
  summary: 'Waiting and running tasks of a host, and the newest finished ones; polled',
  access: 'owner',
  effect: 'read',
  passive: true,
  passesBlock: true,
  embed: 'any',
  params: z.object({ hostCode: HostCode }),
  reply: z.array(Task),
});

export const getTask = defineCall({
  method: 'GET',
  path: '/api/task/getTask/{id}',
  summary: 'One task',
  access: 'owner',
  effect: 'read',
  passive: true,
  passesBlock: true,
  embed: 'any',
  params: TaskId,
  reply: Task,
});

export const stopTask = defineCall({
  method: 'GET',
  path: '/api/task/stopTask/{id}',
  summary: 'Cancel a waiting or running task; returns once the cancellation has been signalled',
  access: 'owner',
  effect: 'change',
  passesLock: true,
  passesBlock: true,
  embed: 'any',
  params: TaskId,
  reply: Task,
});

export const deleteTask = defineCall({
  method: 'GET',
  path: '/api/task/deleteTask/{id}',
  summary: 'Remove the record of a finished task',
  access: 'owner',
  effect: 'change',
  passesLock: true,
  passesBlock: true,
  params: TaskId,
  reply: z.object({}),
});

export const updateTask = defineCall({
  method: 'POST',
  path: '/api/task/updateTask/{id}',
  summary: 'Mark a task as notified, or record the result of its configuration after install',
  access: 'owner',
  effect: 'change',
  passesLock: true,
  passesBlock: true,
  passive: true,
  embed: 'any',
  params: TaskId,
  body: z.object({
    notifyStatus: z.union([z.literal(0), z.literal(1)]).optional(),
    postStatus: z.enum(POST_STATUSES).optional(),
  }),
  reply: Task,
});

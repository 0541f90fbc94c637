import { taskName, type Task, type TaskName, type NamingParams } from '@sitedeck/contract';
import type { SharedKey } from '../i18n/shared-texts';

/** The text with a task's name. */
export function nameKeyOf(name: TaskName): SharedKey {
  // Two tests of the whole name, so that each branch keeps its type.
  if (/^(?:undo|redo|file)\./.test(name)) return name as Exclude<TaskName, Task['taskType']>;
  return `kind.${name as Task['taskType']}`;
}

/** The name of a task, the same in every list, bar and toast. */
export function taskNameKey({ taskType, taskParam }: Pick<Task, 'taskType' | 'taskParam'>): SharedKey {
  // The names of most tasks don't depend on their parameters, which then need no parsing.
  const isPlain = taskType !== 'WEB_SITE_IMAGE_CREATE' && !taskParam.includes('"undoes":');
  if (isPlain) return `kind.${taskType}`;
  return nameKeyOf(taskName(taskType, JSON.parse(taskParam) as NamingParams));
}

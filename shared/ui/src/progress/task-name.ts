import { taskName, type Task, type TaskName, type UndoParams } from '@sitedeck/contract';
import type { SharedKey } from '../i18n/shared-texts';

/** The text with a task's name. */
export function nameKeyOf(name: TaskName): SharedKey {
  // Two tests of the whole name, so that each branch keeps its type.
  if (name.startsWith('undo.') || name.startsWith('redo.'))
    return name as Exclude<TaskName, Task['taskType']>;
  return `kind.${name as Task['taskType']}`;
}

/** The name of a task, the same in every list, bar and toast. */
export function taskNameKey({ taskType, taskParam }: Pick<Task, 'taskType' | 'taskParam'>): SharedKey {
  // Most parameters have no undo: they need no parsing.
  if (!taskParam.includes('"undoes":')) return `kind.${taskType}`;
  return nameKeyOf(taskName(taskType, JSON.parse(taskParam) as UndoParams));
}

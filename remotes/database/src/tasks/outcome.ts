import type { Task } from '@sitedeck/contract';

/** How a task ended, with what the page shows of its parameters and result. */
export type Outcome =
  | { readonly is: 'done'; readonly path: string | undefined; readonly warnings: readonly string[] }
  | { readonly is: 'undone'; readonly warnings: readonly string[] }
  | { readonly is: 'failed'; readonly message: string | undefined; readonly id: string | undefined }
  | { readonly is: 'stopped' };

/** Parses a text that each kind of task writes in its own format: JSON, a path, plain words or `empty`. */
function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function fieldOf(text: string, key: string): string | undefined {
  const value = fieldsOf(text)[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What the task left out, one sentence each. */
function warningsOf({ taskInfo }: Pick<Task, 'taskInfo'>): readonly string[] {
  const { warnings } = fieldsOf(taskInfo);
  return Array.isArray(warnings) ? warnings.filter((one) => typeof one === 'string') : [];
}

/** Whether the task imported the safety copy of another task. */
const isUndo = ({ taskParam }: Pick<Task, 'taskParam'>): boolean =>
  fieldsOf(taskParam)['undoes'] !== undefined;

export function outcomeOf(task: Task): Outcome {
  const { taskStatus, taskInfo, taskParam } = task;
  if (taskStatus === 'STOP') return { is: 'stopped' };
  if (taskStatus === 'RUNNING_FAIL')
    return { is: 'failed', message: fieldOf(taskInfo, 'message'), id: fieldOf(taskInfo, 'id') };
  const warnings = warningsOf(task);
  if (isUndo(task)) return { is: 'undone', warnings };
  const resultPath = taskInfo.startsWith('/') ? taskInfo : fieldOf(taskInfo, 'path');
  return { is: 'done', path: resultPath ?? fieldOf(taskParam, 'targetPath'), warnings };
}

import type { Task } from '@sitedeck/contract';

type Fields = Readonly<Record<string, unknown>>;

/** A task's result may be plain text: the path of a backup, or why it failed. */
const isPlainText = (text: string) => !/^\s*[[{"]/.test(text);

/**
 * `taskParam` and `taskInfo` are JSON texts whose shape depends on the task's kind; an invalid one is only logged.
 */
function fieldsOf(text: string): Fields {
  if (text === '' || text === 'empty') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch (error) {
    console.error(error);
    return {};
  }
}

const textOf = (fields: Fields, key: string): string | undefined => {
  const value = fields[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** What a task works on, from its parameters. */
export interface TaskFacts {
  readonly target: string | undefined;
  readonly object: string | undefined;
  readonly app: string | undefined;
  readonly source: string | undefined;
  readonly size: number | undefined;
}

export function factsOf({ taskParam }: Pick<Task, 'taskParam'>): TaskFacts {
  const fields = fieldsOf(taskParam);
  const size = fields['size'];
  return {
    target: textOf(fields, 'targetPath'),
    object: textOf(fields, 'objectName'),
    app: textOf(fields, 'appName'),
    source: textOf(fields, 'ftpServer'),
    size: typeof size === 'number' ? size : undefined,
  };
}

/** Counts that the console derives, under the specification's names (section 3). An absent one is unknown. */
export interface DerivedCounts {
  readonly fileNum: number | undefined;
  readonly failFileNum: number | undefined;
  /** Bytes. */
  readonly dataSize: number | undefined;
}

/** From the progress and the result of a task; before it reports any, from its parameters. */
export function derivedCounts(task: Pick<Task, 'taskParam' | 'taskInfo' | 'progress'>): DerivedCounts {
  const { total, failed, totalSize } = task.progress;
  const fileNum = fieldsOf(task.taskParam)['fileNum'];
  const listed = resultOf(task).failed.length;
  return {
    fileNum: total ?? (typeof fileNum === 'number' ? fileNum : undefined),
    failFileNum: failed ?? (listed > 0 ? listed : undefined),
    dataSize: totalSize ?? factsOf(task).size,
  };
}

/** The name that a task's row shows beside its kind. */
export function subjectOf(task: Pick<Task, 'taskParam'>): string | undefined {
  const { app, source, target, object } = factsOf(task);
  return app ?? source ?? target ?? object;
}

export interface FailedFile {
  readonly path: string;
  readonly reason: string;
}

/** The result of a task. `path` is where a backup is. */
export interface TaskResult {
  readonly message: string | undefined;
  readonly id: string | undefined;
  readonly path: string | undefined;
  readonly failed: readonly FailedFile[];
  /** What a successful task skipped, one sentence each. */
  readonly warnings: readonly string[];
}

const NO_RESULT: TaskResult = {
  message: undefined,
  id: undefined,
  path: undefined,
  failed: [],
  warnings: [],
};

const textsOf = (given: unknown): readonly string[] =>
  Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];

function failedFiles(given: unknown): readonly FailedFile[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((one: unknown) => {
    if (typeof one === 'string') return [{ path: one, reason: '' }];
    if (typeof one !== 'object' || one === null) return [];
    const fields = one as Fields;
    const path = textOf(fields, 'path');
    return path === undefined
      ? []
      : [{ path, reason: textOf(fields, 'reason') ?? textOf(fields, 'message') ?? '' }];
  });
}

/** The file that a finished export has written, which can be downloaded. */
export function exportedFile(task: Pick<Task, 'taskType' | 'taskStatus' | 'taskInfo'>): string | undefined {
  if (task.taskType !== 'DB_EXPORT' || task.taskStatus !== 'RUNNING_SUCCESS') return undefined;
  return resultOf(task).path;
}

export function resultOf({ taskInfo }: Pick<Task, 'taskInfo'>): TaskResult {
  if (taskInfo === '' || taskInfo === 'empty') return NO_RESULT;
  if (taskInfo.startsWith('/')) return { ...NO_RESULT, path: taskInfo };
  if (isPlainText(taskInfo)) return { ...NO_RESULT, message: taskInfo };
  const fields = fieldsOf(taskInfo);
  return {
    message: textOf(fields, 'message'),
    id: textOf(fields, 'id'),
    path: textOf(fields, 'path'),
    failed: failedFiles(fields['failed']),
    warnings: textsOf(fields['warnings']),
  };
}

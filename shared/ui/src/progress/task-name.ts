import type { Task } from '@sitedeck/contract';
import type { SharedKey } from '../i18n/shared-texts';

const REDONE = ['DB_BACKUP_RESTORE', 'WEB_BACKUP_RESTORE'] as const;
const UNDONE = ['DB_EMPTY', 'DB_IMPORT', 'DB_REPLACE', 'DB_BACKUP_RESTORE', 'WEB_BACKUP_RESTORE'] as const;

interface Undo {
  readonly undoneType?: string;
  /** What it undoes is an undo itself. */
  readonly redo?: boolean;
}

/** The name of a task, the same in every list, bar and toast: an undo by what it undoes, a redo by what it repeats, others by their kind. */
export function taskNameKey({ taskType, taskParam }: Pick<Task, 'taskType' | 'taskParam'>): SharedKey {
  // Most parameters have no undo: they need no parsing.
  if (!taskParam.includes('"undoes":')) return `kind.${taskType}`;
  const { undoneType = taskType, redo } = JSON.parse(taskParam) as Undo;
  const redone = redo && REDONE.find((kind) => kind === taskType);
  if (redone) return `redo.${redone}`;
  const known = UNDONE.find((kind) => kind === undoneType);
  return known ? `undo.${known}` : `kind.${taskType}`;
}

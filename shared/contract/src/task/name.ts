import { TASK_KIND_NAMES, type TaskKind } from './kind';

/** Kinds whose tasks can be undone; the undo can be redone. */
const UNDONE_KINDS = [
  'DB_EMPTY',
  'DB_IMPORT',
  'DB_REPLACE',
  'DB_BACKUP_RESTORE',
  'WEB_BACKUP_RESTORE',
] as const satisfies readonly TaskKind[];
type UndoneKind = (typeof UNDONE_KINDS)[number];

/** The name of a task, the same in every list, bar, toast and log row: a key of its words. */
export type TaskName = TaskKind | `undo.${UndoneKind}` | `redo.${UndoneKind}`;

export const TASK_NAMES: readonly TaskName[] = [
  ...TASK_KIND_NAMES,
  ...UNDONE_KINDS.flatMap((kind) => [`undo.${kind}` as const, `redo.${kind}` as const]),
];

/** Parameters of a task that undoes another. */
export interface UndoParams {
  readonly undoes?: unknown;
  readonly undoneType?: unknown;
  /** What it undoes is an undo itself. */
  readonly redo?: unknown;
}

/** An undo is named by what it undoes, a redo by what it repeats, another task by its kind. */
export function taskName(kind: TaskKind, { undoes, undoneType = kind, redo }: UndoParams): TaskName {
  const known = undoes === undefined ? undefined : UNDONE_KINDS.find((one) => one === undoneType);
  if (!known) return kind;
  return redo === true ? `redo.${known}` : `undo.${known}`;
}

import { TASK_KIND_NAMES, type TaskKind } from './kind';

/** Kinds whose tasks can be undone; the undo can be redone. */
const UNDONE_KINDS = [
  'DB_EMPTY',
  'DB_IMPORT',
  'DB_REPLACE',
  'DB_BACKUP_RESTORE',
  'WEB_BACKUP_RESTORE',
  'IMAGE_DEPLOY',
  'APP_UPDATE',
  'APP_UNINSTALL',
  'STAGING_PUSH',
] as const satisfies readonly TaskKind[];
type UndoneKind = (typeof UNDONE_KINDS)[number];

/** A site image that is taken from a file is not made. */
const IMAGE_FROM_FILE = 'file.WEB_SITE_IMAGE_CREATE';

/** The name of a task, the same in every list, bar, toast and log row: a key of its words. */
export type TaskName = TaskKind | typeof IMAGE_FROM_FILE | `undo.${UndoneKind}` | `redo.${UndoneKind}`;

export const TASK_NAMES: readonly TaskName[] = [
  ...TASK_KIND_NAMES,
  IMAGE_FROM_FILE,
  ...UNDONE_KINDS.flatMap((kind) => [`undo.${kind}` as const, `redo.${kind}` as const]),
];

/** Parameters of a task that its name depends on. */
export interface NamingParams {
  /** The file that it works on. */
  readonly objectName?: unknown;
  /** The task that it undoes. */
  readonly undoes?: unknown;
  readonly undoneType?: unknown;
  /** What it undoes is an undo itself. */
  readonly redo?: unknown;
}

/** An undo is named by what it undoes, a redo by what it repeats, most tasks by their kind. */
export function taskName(kind: TaskKind, params: NamingParams): TaskName {
  const { objectName, undoes, undoneType = kind, redo } = params;
  if (kind === 'WEB_SITE_IMAGE_CREATE' && objectName !== undefined) return IMAGE_FROM_FILE;
  const known = undoes === undefined ? undefined : UNDONE_KINDS.find((one) => one === undoneType);
  if (!known) return kind;
  return redo === true ? `redo.${known}` : `undo.${known}`;
}

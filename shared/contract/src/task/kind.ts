/** All kinds of tasks. `locks`: while such a task waits or runs, calls that change the host are refused. */
export const TASK_KINDS = {
  UPLOAD_FILE: { locks: true },
  COMPRESS: { locks: true },
  DECOMPRESS: { locks: true },
  SITE_MOVE: { locks: true },
  SITE_MOVE_CHECK: { locks: false },
  APP_INSTALL: { locks: true },
  APP_UPDATE: { locks: true },
  APP_UNINSTALL: { locks: true },
  WEB_BACKUP: { locks: true },
  WEB_BACKUP_RESTORE: { locks: true },
  DB_BACKUP: { locks: false },
  DB_BACKUP_RESTORE: { locks: true },
  DB_EMPTY: { locks: true },
  WEB_SITE_IMAGE_CREATE: { locks: true },
  DB_IMPORT: { locks: true },
  DB_EXPORT: { locks: false },
  DB_REPLACE: { locks: true },
  IMAGE_DEPLOY: { locks: true },
  STAGING_CREATE: { locks: true },
  STAGING_PUSH: { locks: true },
  CERT_APPLY: { locks: false },
  CDN_PREFETCH: { locks: false },
  SAFE_SCAN: { locks: false },
  REMOTE_DOWNLOAD: { locks: false },
  BACKUP_VERIFY: { locks: false },
  BACKUP_REPAIR: { locks: false },
  BACKUP_FETCH: { locks: false },
} as const satisfies Record<string, { locks: boolean }>;

export type TaskKind = keyof typeof TASK_KINDS;
export const TASK_KIND_NAMES = Object.keys(TASK_KINDS) as [TaskKind, ...TaskKind[]];

/** Kinds in the short task list: upload, pack (also for a download), decompress. */
export const FILE_TASK_KINDS = [
  'UPLOAD_FILE',
  'COMPRESS',
  'DECOMPRESS',
] as const satisfies readonly TaskKind[];

/** Transitions: WAIT → RUNNING → RUNNING_SUCCESS | RUNNING_FAIL | STOP, and WAIT → STOP. */
export const TASK_STATUSES = ['WAIT', 'RUNNING', 'RUNNING_SUCCESS', 'RUNNING_FAIL', 'STOP'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const isOpen = (status: TaskStatus): boolean => status === 'WAIT' || status === 'RUNNING';

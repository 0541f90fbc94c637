import { z } from 'zod';
import { BACKUP_REASONS, BackupKind, HostCode, RESTORE_MODES, SitePath } from '@sitedeck/contract';
import { describeTask } from '#queue/task-kind';
import { holdsDatabase, holdsSite } from './point-parts';

/** `objectName` and `size` are shown in the task's row. */
export const BackupPayload = z.object({
  kind: BackupKind,
  reason: z.enum(BACKUP_REASONS),
  note: z.string(),
  /** The archive, if the point is made from an upload. */
  objectName: SitePath.optional(),
});
export type BackupPayload = z.infer<typeof BackupPayload>;

export const RestorePayload = z.object({
  point: z.number().int().positive(),
  parts: BackupKind,
  mode: z.enum(RESTORE_MODES),
  paths: z.array(SitePath).optional(),
  table: z.string().optional(),
  objectName: z.string(),
  size: z.number(),
  /** The restore task that this one undoes. */
  undoes: z.number().int().optional(),
  /** Set if the undone task was an undo: then this task repeats a restore. */
  redo: z.literal(true).optional(),
  /** The deleted host whose repository holds the point; absent if it is the host's own. */
  from: HostCode.optional(),
});
export type RestorePayload = z.infer<typeof RestorePayload>;

/** Whether a task takes a restore back. */
export const isUndo = ({ undoes, redo }: Pick<RestorePayload, 'undoes' | 'redo'>): boolean =>
  undoes !== undefined && redo !== true;

export const VerifyPayload = z.discriminatedUnion('what', [
  z.object({ what: z.literal('point'), point: z.number().int().positive(), objectName: z.string() }),
  z.object({ what: z.literal('check') }),
  z.object({ what: z.literal('repair') }),
]);
export type VerifyPayload = z.infer<typeof VerifyPayload>;

export const FetchPayload = z.object({
  target: z.number().int().positive(),
  objectName: z.string(),
  /** Keys of the requested points; absent means all that are missing locally. */
  points: z.array(z.string()).optional(),
});
export type FetchPayload = z.infer<typeof FetchPayload>;

const BACKUP = {
  payload: BackupPayload,
  steps: ({ kind, objectName }: BackupPayload) => [
    ...(objectName === undefined ? [] : ['unpack']),
    ...(holdsDatabase(kind) ? ['database'] : []),
    ...(holdsSite(kind) ? ['files'] : []),
  ],
  // Files and database of a backup come from the same moment, so an interrupted backup starts over.
  resumes: false,
  passesBlock: true,
} as const;

/** A backup of a site, alone or with its database. */
export const siteBackupTask = describeTask({ type: 'WEB_BACKUP', ...BACKUP });
/** A backup of the database alone, which does not lock the workspace. */
export const databaseBackupTask = describeTask({ type: 'DB_BACKUP', ...BACKUP });
export const backupTask = (kind: BackupKind) => (kind === 'database' ? databaseBackupTask : siteBackupTask);

const RESTORE = {
  payload: RestorePayload,
  steps: ({ parts }: RestorePayload) => [
    'safety',
    ...(holdsSite(parts) ? ['fetch'] : []),
    ...(holdsDatabase(parts) ? ['database'] : []),
    ...(holdsSite(parts) ? ['files'] : []),
  ],
  // Each step is safe to repeat, and a folder swap that was interrupted is completed first.
  resumes: true,
  passesBlock: true,
} as const;

/** A restore of a site, alone or with its database. */
export const siteRestoreTask = describeTask({ type: 'WEB_BACKUP_RESTORE', ...RESTORE });
export const databaseRestoreTask = describeTask({ type: 'DB_BACKUP_RESTORE', ...RESTORE });
export const restoreTask = (parts: BackupKind) =>
  parts === 'database' ? databaseRestoreTask : siteRestoreTask;

const VERIFY = {
  payload: VerifyPayload,
  steps: ({ what }: VerifyPayload) => [what],
  resumes: true,
  passesBlock: true,
} as const;

/** Verifies one point, or checks the entire repository. */
export const verifyTask = describeTask({ type: 'BACKUP_VERIFY', ...VERIFY });
export const repairTask = describeTask({ type: 'BACKUP_REPAIR', ...VERIFY });

/** Fetches points from a target into the host's repository. */
export const fetchTask = describeTask({
  type: 'BACKUP_FETCH',
  payload: FetchPayload,
  steps: () => ['fetch-copies'],
  resumes: true,
  passesBlock: true,
});

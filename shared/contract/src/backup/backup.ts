import { z } from 'zod';
import { SitePath } from '../call/brand';
import { defineCall } from '../call/call';
import { TABLE_NAME_MAX } from '../database/terms';

/**
 * What a point holds: `site` the folders `wwwroot` and `data`, `database` a dump, `both` the two from the same
 * moment.
 */
export const BACKUP_KINDS = ['site', 'database', 'both'] as const;
export const BackupKind = z.enum(BACKUP_KINDS);
export type BackupKind = z.infer<typeof BackupKind>;

/** Why a point was made. A restore makes a `safety` point of what it is about to replace. */
export const BACKUP_REASONS = ['manual', 'schedule', 'safety', 'uploaded'] as const;
export type BackupReason = (typeof BACKUP_REASONS)[number];

/** How long a restore can be undone, ms; then its safety point is deleted. */
export const UNDO_MS = 7 * 24 * 3600_000;
/** Maximum length of a point's note, characters. */
export const BACKUP_NOTE_MAX = 200;
/** Files and folders of one restore. */
export const RESTORE_PATHS_MAX = 1000;

/** A plain string: pages run no schema, so nothing is parsed. */
const ROOT = '/' as SitePath;

const Note = z.string().trim().max(BACKUP_NOTE_MAX);
const PointId = z.number().int().positive();
const Point = z.object({ point: PointId });
/** ISO 8601, UTC. */
const Moment = z.string();

/** Result of a point's last test, which restores it into a temporary folder and compares. */
export const BackupVerified = z.object({
  at: Moment,
  result: z.enum(['ok', 'failed']),
  /** Why the test failed, in words for the owner. */
  message: z.string().optional(),
});

export const BackupPoint = z.object({
  id: PointId,
  kind: BackupKind,
  reason: z.enum(BACKUP_REASONS),
  note: z.string(),
  createdAt: Moment,
  /** Size of all files on disk; 0 without a site. */
  bytes: z.number(),
  files: z.number(),
  /** Size of the dump; 0 without a database. */
  databaseBytes: z.number(),
  /** How much the repository grew; it held the rest before. */
  addedBytes: z.number(),
  /** Number of files that could not be read or do not belong to the site. */
  missed: z.number(),
  /** Retention never removes it. */
  kept: z.boolean(),
  verified: BackupVerified.nullable(),
  /** Set for a safety point only. */
  expiresAt: Moment.nullable(),
  /** The restore task that this safety point undoes. */
  undoes: z.number().nullable(),
  /** What replaced the contents that this safety point holds; null for other points, and once its task's record is deleted. */
  before: z
    .object({
      /**
       * An `undo` restores a safety point, so undoing it repeats the restore: a `redo`. `deploy`: an image or the undo of
       * one, which `undoDeploy` undoes together with the settings. `app`: an app was updated or uninstalled, or that was
       * undone; `undoAppChange` brings it back together with the list of apps. `staging`: a staging copy was pushed, or that
       * was undone; `undoStagingPush` undoes it.
       */
      is: z.enum(['restore', 'undo', 'redo', 'deploy', 'app', 'staging']),
      /** When the restored point was made; null if that point is gone. */
      restored: Moment.nullable(),
    })
    .nullable(),
  /** The task that made it. */
  taskId: z.number().nullable(),
  /** Ids of the targets that hold it, each with the time of the copy. */
  copies: z.array(z.object({ target: z.number().int(), at: Moment })),
  /** Deleting it needs step-up: `deleteLastBackup`. */
  isLast: z.boolean(),
});
export type BackupPoint = z.infer<typeof BackupPoint>;

/** Whether this node can make backups. */
export const BackupEngine = z.discriminatedUnion('is', [
  z.object({ is: z.literal('present'), version: z.string() }),
  z.object({ is: z.literal('missing'), package: z.string() }),
]);

/** Backup stays open on a suspended host. */
const backup = { access: 'owner', passesBlock: true, embed: ['backup'] } as const;
const reading = { ...backup, effect: 'read' } as const;
const changing = { ...backup, method: 'POST', effect: 'change' } as const;
const Started = z.object({ taskId: z.number() });

export const listBackups = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/backup/points',
  summary: 'Backups and safety copies, newest first, with their size',
  query: z.object({
    /** Only points that hold this; a point of `both` matches either. */
    kind: z.enum(['site', 'database']).optional(),
  }),
  reply: z.object({
    engine: BackupEngine,
    points: z.array(BackupPoint),
    /** Disk use of the repository for points of every kind; null before the first point. */
    usedBytes: z.number().nullable(),
    /** How much more disk space full copies of all points would use. */
    savedBytes: z.number(),
    /** The last check of the repository found damage: `checkBackups` reports details, `repairBackups` repairs it. */
    damaged: z.boolean(),
    /** When the repository was last checked. */
    checkedAt: Moment.nullable(),
  }),
});

export const createBackup = defineCall({
  ...changing,
  path: '/api/backup/create',
  summary: 'Back up now, as a task',
  taskKind: 'WEB_BACKUP',
  body: z.object({ kind: BackupKind, note: Note.default('') }),
  reply: Started,
});

/**
 * `mirror` restores the exact state and deletes newer files. `overlay` overwrites existing files and keeps all
 * others.
 */
export const RESTORE_MODES = ['mirror', 'overlay'] as const;
export type RestoreMode = (typeof RESTORE_MODES)[number];

export const restoreBackup = defineCall({
  ...changing,
  path: '/api/backup/restore',
  summary: 'Restore a backup or some of its paths, as a task; a safety copy is created first',
  verify: true,
  taskKind: 'WEB_BACKUP_RESTORE',
  body: z.object({
    point: PointId,
    mode: z.enum(RESTORE_MODES).default('mirror'),
    /** For a point of files and database: which of the two to restore; both by default. */
    parts: BackupKind.optional(),
    /** Restores only these files and folders, always as an overlay. */
    paths: z.array(SitePath).min(1).max(RESTORE_PATHS_MAX).optional(),
    /** Restores only this table of the database. */
    table: z.string().min(1).max(TABLE_NAME_MAX).optional(),
  }),
  reply: Started,
});

export const undoRestore = defineCall({
  ...changing,
  path: '/api/backup/undo',
  summary: 'Undo a restore, as a task; possible for 7 days',
  taskKind: 'WEB_BACKUP_RESTORE',
  body: z.object({
    /** The restore to undo. */
    taskId: z.number().int().positive(),
  }),
  reply: Started,
});

/** Maximum number of entries that one reply lists for a folder. */
export const BROWSE_MAX = 5000;

export const BackupEntry = z.object({
  name: z.string(),
  /** The path to use in further calls. */
  path: z.string(),
  type: z.enum(['file', 'folder', 'link', 'other']),
  /** Bytes; 0 for a folder. */
  size: z.number(),
  /** Milliseconds since 1970, UTC. */
  mtime: z.number(),
  /** Permission bits in octal, as in `644`. */
  mode: z.string(),
  /** The name holds bytes that are not UTF-8: it can only be shown, and is restored with its folder. */
  unreadableName: z.literal(true).optional(),
});
export type BackupEntry = z.infer<typeof BackupEntry>;

export const browseBackup = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/backup/browse',
  summary: 'One folder of a backup',
  query: z.object({ point: z.coerce.number().int().positive(), path: SitePath.default(ROOT) }),
  reply: z.object({
    entries: z.array(BackupEntry),
    /** The folder has more than `BROWSE_MAX` entries. */
    more: z.boolean(),
  }),
});

/** Maximum number of paths of each sort that a comparison lists; it counts all. */
export const COMPARE_MAX = 500;

const Difference = z.object({
  count: z.number(),
  /** The first paths of the list. */
  paths: z.array(z.string()),
});

export const compareBackup = defineCall({
  ...reading,
  method: 'POST',
  path: '/api/backup/compare',
  summary: 'Changes below a folder since a backup, by size, time and mode',
  body: Point.extend({ path: SitePath.default(ROOT) }),
  reply: z.object({ added: Difference, changed: Difference, removed: Difference, same: z.number() }),
});

export const DOWNLOAD_FORMATS = ['tar.zst', 'zip'] as const;

export const downloadBackup = defineCall({
  ...reading,
  method: 'POST',
  path: '/api/backup/download',
  summary:
    'A single-use download address of a backup, or of one of its files or folders; valid for one minute',
  body: Point.extend({
    format: z.enum(DOWNLOAD_FORMATS).default('tar.zst'),
    /** A single file is sent as it is, without an archive. */
    path: SitePath.optional(),
  }),
  reply: z.object({ url: z.string() }),
});

export const openBackup = defineCall({
  method: 'GET',
  path: '/api/backup/open/{token}',
  access: 'public',
  summary: 'The content behind such an address, as an attachment',
  effect: 'read',
  replyForm: 'stream',
  params: z.object({ token: z.string().max(128) }),
  reply: z.unknown(),
});

export const deleteBackup = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/delete',
  summary: 'Delete a backup permanently; the last one of its kind only with `deleteLastBackup`',
  body: Point,
  reply: z.object({}),
});

export const deleteLastBackup = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/deleteLast',
  summary: 'Delete a backup permanently, even the last one',
  verify: true,
  body: Point,
  reply: z.object({}),
});

export const noteBackup = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/note',
  summary: 'Change the note of a backup, or pin it so that it is never pruned',
  body: Point.extend({ note: Note.optional(), kept: z.boolean().optional() }),
  reply: z.object({}),
});

export const verifyBackup = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/verify',
  summary: 'Test-restore a backup to a temporary folder and compare it with its record, as a task',
  taskKind: 'BACKUP_VERIFY',
  body: Point,
  reply: Started,
});

export const checkBackups = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/check',
  summary: 'Check all backup data for damage, as a task',
  taskKind: 'BACKUP_VERIFY',
  reply: Started,
});

export const repairBackups = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/repair',
  summary: 'Repair damaged backup data as far as possible, as a task; backups with missing files are removed',
  taskKind: 'BACKUP_REPAIR',
  reply: Started,
});

export const uploadBackup = defineCall({
  ...changing,
  path: '/api/backup/upload',
  summary: 'Create a backup from an archive on the host, as a task',
  taskKind: 'WEB_BACKUP',
  body: z.object({ path: SitePath, note: Note.default('') }),
  reply: Started,
});

import { z } from 'zod';
import { SitePath } from './brand';
import { defineCall } from './call';

/** What a point holds: `site` the folders `wwwroot` and `data`, `database` a dump, `both` the two of one moment. */
export const BACKUP_KINDS = ['site', 'database', 'both'] as const;
export const BackupKind = z.enum(BACKUP_KINDS);
export type BackupKind = z.infer<typeof BackupKind>;

/** Why a point was made. A `safety` point was made by a restore, of what that was about to replace. */
export const BACKUP_REASONS = ['manual', 'schedule', 'safety', 'uploaded'] as const;
export type BackupReason = (typeof BACKUP_REASONS)[number];

/** A restore can be undone for this long, ms; its safety point goes then. */
export const UNDO_MS = 7 * 24 * 3600_000;
/** Longest note of a point, characters. */
export const BACKUP_NOTE_MAX = 200;

/** Not parsed: in a page's scripts no schema runs. */
const ROOT = '/' as SitePath;

const Note = z.string().trim().max(BACKUP_NOTE_MAX);
const PointId = z.number().int().positive();
const Point = z.object({ point: PointId });
/** ISO 8601, UTC. */
const Moment = z.string();

/** How the last test of a point went: it was restored into a scratch place and compared. */
export const BackupVerified = z.object({
  at: Moment,
  result: z.enum(['ok', 'failed']),
  /** Why it failed, fit to show. */
  message: z.string().optional(),
});

export const BackupPoint = z.object({
  id: PointId,
  kind: BackupKind,
  reason: z.enum(BACKUP_REASONS),
  note: z.string(),
  createdAt: Moment,
  /** Of all files, as they are on the disk; 0 without a site. */
  bytes: z.number(),
  files: z.number(),
  /** Of the dump; 0 without a database. */
  databaseBytes: z.number(),
  /** What the repository grew by: all else was in it before. */
  addedBytes: z.number(),
  /** Files that could not be read, or that do not belong to the site. */
  missed: z.number(),
  /** Retention never removes it. */
  kept: z.boolean(),
  verified: BackupVerified.nullable(),
  /** Of a safety point. */
  expiresAt: Moment.nullable(),
  /** The task of the restore that this safety point undoes. */
  undoes: z.number().nullable(),
  /** The task that made it. */
  taskId: z.number().nullable(),
  /** Targets that hold it, by their ids, and since when. */
  copies: z.array(z.object({ target: z.number().int(), at: Moment })),
  /** Deleting it needs proof of who is asking: `deleteLastBackup`. */
  isLast: z.boolean(),
});
export type BackupPoint = z.infer<typeof BackupPoint>;

/** Whether backups can be made here at all. */
export const BackupEngine = z.discriminatedUnion('is', [
  z.object({ is: z.literal('present'), version: z.string() }),
  z.object({ is: z.literal('missing'), package: z.string() }),
]);

/** Backup passes on a suspended host (decisions, "Tasks"). */
const backup = { access: 'owner', passesBlock: true, embed: ['backup'] } as const;
const reading = { ...backup, effect: 'read' } as const;
const changing = { ...backup, method: 'POST', effect: 'change' } as const;
const Started = z.object({ taskId: z.number() });

export const listBackups = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/backup/points',
  summary: 'Points that can be restored, newest first, with safety points among them, and what they take',
  query: z.object({
    /** Only points that hold this; a point of both is of either. */
    kind: z.enum(['site', 'database']).optional(),
  }),
  reply: z.object({
    engine: BackupEngine,
    points: z.array(BackupPoint),
    /** What the repository takes on the disk, of all kinds; null before the first point. */
    usedBytes: z.number().nullable(),
    /** What full copies of all points would take on top of that. */
    savedBytes: z.number(),
    /** The last look at the repository found damage: `checkBackups` tells more, `repairBackups` mends. */
    damaged: z.boolean(),
    /** When the repository was looked through last. */
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

/** `mirror`: exactly as it was, what came since goes. `overlay`: what is in the point is put over what is there. */
export const RESTORE_MODES = ['mirror', 'overlay'] as const;

export const restoreBackup = defineCall({
  ...changing,
  path: '/api/backup/restore',
  summary: 'Restore a point, or some paths of it, as a task; what is replaced becomes a safety point first',
  verify: true,
  taskKind: 'WEB_BACKUP_RESTORE',
  body: z.object({
    point: PointId,
    mode: z.enum(RESTORE_MODES).default('mirror'),
    /** Of a point of both; all that it holds unless said. */
    parts: BackupKind.optional(),
    /** Files and folders only these; always put over what is there. */
    paths: z.array(SitePath).min(1).max(1000).optional(),
    /** Only this table of the database. */
    table: z.string().min(1).max(64).optional(),
  }),
  reply: Started,
});

export const undoRestore = defineCall({
  ...changing,
  path: '/api/backup/undo',
  summary: 'Put back what a restore replaced, as a task; open for 7 days after it',
  taskKind: 'WEB_BACKUP_RESTORE',
  body: z.object({
    /** Of the restore. */
    taskId: z.number().int().positive(),
  }),
  reply: Started,
});

/** Most entries of one folder that are told. */
export const BROWSE_MAX = 5000;

export const BackupEntry = z.object({
  name: z.string(),
  /** For further calls. */
  path: z.string(),
  type: z.enum(['file', 'folder', 'link', 'other']),
  /** Bytes; 0 for a folder. */
  size: z.number(),
  /** Milliseconds since 1970, UTC. */
  mtime: z.number(),
  /** Permission bits in octal, as in `644`. */
  mode: z.string(),
  /** The name holds bytes that are not UTF-8: it is shown only, and restored with its folder. */
  unreadableName: z.literal(true).optional(),
});
export type BackupEntry = z.infer<typeof BackupEntry>;

export const browseBackup = defineCall({
  ...reading,
  method: 'GET',
  path: '/api/backup/browse',
  summary: 'One folder of a point',
  query: z.object({ point: z.coerce.number().int().positive(), path: SitePath.default(ROOT) }),
  reply: z.object({
    entries: z.array(BackupEntry),
    /** There are more than `BROWSE_MAX`. */
    more: z.boolean(),
  }),
});

/** Most paths of each sort that a comparison names; it counts all. */
export const COMPARE_MAX = 500;

const Difference = z.object({
  count: z.number(),
  /** The first ones. */
  paths: z.array(z.string()),
});

export const compareBackup = defineCall({
  ...reading,
  method: 'POST',
  path: '/api/backup/compare',
  summary: 'What was added, changed or removed below a folder since a point, by size, time and mode',
  body: Point.extend({ path: SitePath.default(ROOT) }),
  reply: z.object({ added: Difference, changed: Difference, removed: Difference, same: z.number() }),
});

export const DOWNLOAD_FORMATS = ['tar.zst', 'zip'] as const;

export const downloadBackup = defineCall({
  ...reading,
  method: 'POST',
  path: '/api/backup/download',
  summary: 'An address that brings a point, or one file or folder of it, once and for a minute',
  body: Point.extend({
    format: z.enum(DOWNLOAD_FORMATS).default('tar.zst'),
    /** A single file comes as it is. */
    path: SitePath.optional(),
  }),
  reply: z.object({ url: z.string() }),
});

export const openBackup = defineCall({
  method: 'GET',
  path: '/api/backup/open/{token}',
  access: 'public',
  summary: 'The bytes behind such an address, as an attachment',
  effect: 'read',
  replyForm: 'stream',
  params: z.object({ token: z.string().max(128) }),
  reply: z.unknown(),
});

export const deleteBackup = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/delete',
  summary: 'Delete a point for good; the last one of its kind only by `deleteLastBackup`',
  body: Point,
  reply: z.object({}),
});

export const deleteLastBackup = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/deleteLast',
  summary: 'Delete a point for good even where it is the last one',
  verify: true,
  body: Point,
  reply: z.object({}),
});

export const noteBackup = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/note',
  summary: 'Change the note of a point, or whether retention leaves it alone',
  body: Point.extend({ note: Note.optional(), kept: z.boolean().optional() }),
  reply: z.object({}),
});

export const verifyBackup = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/verify',
  summary: 'Restore a point into a scratch place and compare it with what was written down, as a task',
  taskKind: 'BACKUP_VERIFY',
  body: Point,
  reply: Started,
});

export const checkBackups = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/check',
  summary: 'Look through the whole repository for damage, as a task',
  taskKind: 'BACKUP_VERIFY',
  reply: Started,
});

export const repairBackups = defineCall({
  ...changing,
  passesLock: true,
  path: '/api/backup/repair',
  summary: 'Mend a damaged repository as far as possible, as a task; points that lost files are gone then',
  taskKind: 'BACKUP_REPAIR',
  reply: Started,
});

export const uploadBackup = defineCall({
  ...changing,
  path: '/api/backup/upload',
  summary: 'Make a point of an archive that lies among the files of the host, as a task',
  taskKind: 'WEB_BACKUP',
  body: z.object({ path: SitePath, note: Note.default('') }),
  reply: Started,
});

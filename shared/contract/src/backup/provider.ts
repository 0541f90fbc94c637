import { z } from 'zod';
import { BACKUP_REASONS, BackupKind } from './backup';
import { AccountCode, HostCode } from '../call/brand';
import { defineCall } from '../call/call';

const kept = { access: 'provider', scope: 'hosts' } as const;
const Moment = z.string();

/** The backups of a removed host. */
const KeptBackups = z.object({
  /** The removed host. */
  hostCode: HostCode,
  hostName: z.string(),
  accountCode: AccountCode,
  node: z.string(),
  usedBytes: z.number().nullable(),
  /** When the host was found to be removed, and when its backups are deleted; null for a moment after the removal. */
  goneAt: Moment.nullable(),
  removedAt: Moment.nullable(),
  points: z.array(
    z.object({
      id: z.number().int(),
      kind: BackupKind,
      reason: z.enum(BACKUP_REASONS),
      note: z.string(),
      createdAt: Moment,
      bytes: z.number(),
      databaseBytes: z.number(),
    }),
  ),
});

export const listKeptBackups = defineCall({
  ...kept,
  method: 'GET',
  path: '/provider/backups',
  summary: 'Backups of hosts that were removed, kept for 30 days',
  effect: 'read',
  query: z.object({ accountCode: AccountCode.optional() }),
  reply: z.array(KeptBackups),
});

export const restoreKeptBackup = defineCall({
  ...kept,
  method: 'POST',
  path: '/provider/backups/{hostCode}/restore',
  summary: 'Restore a backup of a removed host to another host of the same account and node, as a task',
  effect: 'change',
  params: z.object({ hostCode: HostCode }),
  body: z.strictObject({
    point: z.number().int().positive(),
    /** All of its content is replaced, after a safety point of it was made. */
    into: HostCode,
    /** For a point of files and database: which of the two to restore; both by default. */
    parts: BackupKind.optional(),
  }),
  reply: z.object({ taskId: z.number() }),
});

export const rotateBackupKey = defineCall({
  ...kept,
  method: 'POST',
  path: '/provider/backups/{hostCode}/key',
  summary:
    'Replace the key of a host’s backup data; the previous one becomes invalid, and copies follow when they are reachable',
  effect: 'change',
  params: z.object({ hostCode: HostCode }),
  reply: z.object({}),
});

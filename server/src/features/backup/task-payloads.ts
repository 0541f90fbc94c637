import { z } from 'zod';
import {
  BACKUP_REASONS,
  BackupKind,
  HostCode,
  RESTORE_MODES,
  SitePath,
  type TaskKind,
} from '@sitedeck/contract';
import type { KindDescription } from '#queue/kind';
import { holdsDatabase, holdsSite } from './parts';

/** `objectName` and `size` are what a task's row shows of it. */
export const BackupPayload = z.object({
  kind: BackupKind,
  reason: z.enum(BACKUP_REASONS),
  note: z.string(),
  /** Of an uploaded one: the archive. */
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
  /** The restore that this one takes back. */
  undoes: z.number().int().optional(),
  /** Whose repository it comes from, where that is another host's. */
  from: HostCode.optional(),
});
export type RestorePayload = z.infer<typeof RestorePayload>;

export const VerifyPayload = z.discriminatedUnion('what', [
  z.object({ what: z.literal('point'), point: z.number().int().positive(), objectName: z.string() }),
  z.object({ what: z.literal('check') }),
  z.object({ what: z.literal('repair') }),
]);
export type VerifyPayload = z.infer<typeof VerifyPayload>;

export const BringBackPayload = z.object({
  target: z.number().int().positive(),
  objectName: z.string(),
  /** Keys of those that are wanted; all that are not here unless said. */
  points: z.array(z.string()).optional(),
});
export type BringBackPayload = z.infer<typeof BringBackPayload>;

export const backupSteps = ({ kind, objectName }: BackupPayload): readonly string[] => [
  ...(objectName === undefined ? [] : ['unpack']),
  ...(holdsDatabase(kind) ? ['database'] : []),
  ...(holdsSite(kind) ? ['files'] : []),
];

export const restoreSteps = ({ parts }: RestorePayload): readonly string[] => [
  'safety',
  ...(holdsSite(parts) ? ['fetch'] : []),
  ...(holdsDatabase(parts) ? ['database'] : []),
  ...(holdsSite(parts) ? ['files'] : []),
];

export const verifySteps = ({ what }: VerifyPayload): readonly string[] => [what];

export const bringBackSteps = (): readonly string[] => ['fetch-copies'];

const describe = <Payload>(
  type: TaskKind,
  payload: z.ZodType<Payload>,
  plan: (payload: Payload) => readonly string[],
): KindDescription => ({ type, planOf: (given) => plan(payload.parse(given)) });

/** A backup of the database alone does not lock the workspace (specification, section 4). */
export const backupTask = (kind: BackupKind): KindDescription =>
  describe(kind === 'database' ? 'DB_BACKUP' : 'WEB_BACKUP', BackupPayload, backupSteps);

export const restoreTask = (parts: BackupKind): KindDescription =>
  describe(parts === 'database' ? 'DB_BACKUP_RESTORE' : 'WEB_BACKUP_RESTORE', RestorePayload, restoreSteps);

export const verifyTask: KindDescription = describe('BACKUP_VERIFY', VerifyPayload, verifySteps);

export const repairTask: KindDescription = describe('BACKUP_REPAIR', VerifyPayload, verifySteps);

export const bringBackTask: KindDescription = describe('BACKUP_FETCH', BringBackPayload, bringBackSteps);

import { z } from 'zod';
import { BackupKind } from './backup';
import { DOMAIN_MAX } from '../call/brand';
import { defineCall } from '../call/call';

/** Maximum number of targets of one host. */
export const TARGETS_MAX = 5;
/** Characters of a target's name. */
export const TARGET_NAME_MAX = 60;

const Name = z.string().trim().min(1).max(TARGET_NAME_MAX);
const Secret = z.string().min(1).max(4096);
const Port = z.number().int().min(1).max(65535);
/** A host name or an IP address; it must not start with `-`, so that no program reads it as an option. */
const Server = z
  .string()
  .max(DOMAIN_MAX)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^[0-9a-fA-F:]{2,39}$/);
const Folder = z
  .string()
  .max(500)
  .regex(/^[A-Za-z0-9._~/-]+$/)
  .refine((path) => !path.split('/').includes('..') && !path.startsWith('-'), 'path');

/** Where copies go. An absent secret keeps its saved value. */
const Sftp = z.object({
  is: z.literal('sftp'),
  host: Server,
  port: Port.default(22),
  user: z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/),
  folder: Folder,
  /** PEM; the server must know the matching public key. Passwords are not supported. */
  privateKey: Secret.optional(),
  /** `SHA256:…`, as `testBackupTarget` returned it and the owner confirmed it. */
  fingerprint: z.string().max(100).optional(),
});
const Rest = z.object({
  is: z.literal('rest'),
  url: z.url({ protocol: /^https?$/ }).max(1000),
  user: z.string().max(200).optional(),
  password: Secret.optional(),
});
const S3 = z.object({
  is: z.literal('s3'),
  /** For example `https://s3.example.com`. */
  endpoint: z.url({ protocol: /^https?$/ }).max(500),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  folder: Folder.default('sitedeck'),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional(),
  accessKey: Secret.optional(),
  secretKey: Secret.optional(),
});
export const TargetAddress = z.discriminatedUnion('is', [Sftp, Rest, S3]);
export type TargetAddress = z.infer<typeof TargetAddress>;

const ShownTargetAddress = z.discriminatedUnion('is', [
  Sftp.omit({ privateKey: true }),
  Rest.omit({ password: true }),
  S3.omit({ accessKey: true, secretKey: true }),
]);

/** State of copying to a target; a failed copy is retried automatically. */
export const TARGET_STATES = ['idle', 'copying', 'waiting', 'failed'] as const;

export const BackupTarget = z.object({
  id: z.number().int(),
  name: z.string(),
  enabled: z.boolean(),
  place: ShownTargetAddress,
  state: z.enum(TARGET_STATES),
  /** Why the last copy failed, in words for the owner. */
  message: z.string().optional(),
  /** When the target last held all points. */
  syncedAt: z.string().nullable(),
  /** Number of points that it does not hold yet. */
  behind: z.number(),
});
export type BackupTarget = z.infer<typeof BackupTarget>;

const owner = { access: 'owner', passesBlock: true, embed: ['backup'] } as const;
const changing = { ...owner, method: 'POST', effect: 'change', passesLock: true } as const;

export const listBackupTargets = defineCall({
  ...owner,
  method: 'GET',
  path: '/api/backup/targets',
  summary: 'Storage locations of backup copies; secrets are never returned',
  effect: 'read',
  reply: z.array(BackupTarget),
});

const Given = z.object({
  /** Absent for a new target. */
  id: z.number().int().positive().optional(),
  place: TargetAddress,
});

export const testBackupTarget = defineCall({
  ...owner,
  method: 'POST',
  path: '/api/backup/targets/test',
  summary:
    'Test a storage location without saving it; for SFTP without a fingerprint, only gets the host key',
  effect: 'read',
  body: Given,
  reply: z.discriminatedUnion('is', [
    z.object({ is: z.literal('works') }),
    /**
     * The owner compares it with the fingerprint that the server's operator gives; the confirmed one is sent back.
     */
    z.object({ is: z.literal('confirm-key'), fingerprint: z.string() }),
  ]),
});

export const saveBackupTarget = defineCall({
  ...changing,
  path: '/api/backup/targets/save',
  summary: 'Add or change a storage location; it is tested first',
  body: Given.extend({ name: Name, enabled: z.boolean().default(true) }),
  reply: z.object({ id: z.number().int() }),
});

export const removeBackupTarget = defineCall({
  ...changing,
  path: '/api/backup/targets/remove',
  summary: 'Remove a storage location; existing copies are kept',
  body: z.object({ id: z.number().int().positive() }),
  reply: z.object({}),
});

/** Points of one call that fetches from a target. */
const FETCHED_POINTS_MAX = 1000;
/** The snapshot's id in the target's repository. */
const PointKey = z.string().regex(/^[0-9a-f]{64}$/);

export const TargetPoint = z.object({
  /** The key that `bringBackPoints` takes. */
  key: PointKey,
  kind: BackupKind,
  createdAt: z.string(),
  /** The point is also on this node, so it can be restored at once; otherwise only the target holds it. */
  here: z.boolean(),
});
export type TargetPoint = z.infer<typeof TargetPoint>;

export const listTargetPoints = defineCall({
  ...owner,
  method: 'GET',
  path: '/api/backup/targets/points',
  summary: 'Backups of this host at a storage location, newest first, and which are also local',
  effect: 'read',
  query: z.object({ id: z.coerce.number().int().positive() }),
  reply: z.array(TargetPoint),
});

export const bringBackPoints = defineCall({
  ...changing,
  path: '/api/backup/targets/bringBack',
  summary: 'Retrieve backups from a storage location, as a task; lost backup data is recreated with them',
  taskKind: 'BACKUP_FETCH',
  body: z.object({
    id: z.number().int().positive(),
    /** Only these points; by default all that are missing on this node. */
    points: z.array(PointKey).min(1).max(FETCHED_POINTS_MAX).optional(),
  }),
  reply: z.object({ taskId: z.number() }),
});

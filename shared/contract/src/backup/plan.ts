import { z } from 'zod';
import { BackupKind } from './backup';
import { defineCall } from '../call/call';
import { HOST_ZONE } from '../constants';

/** All times of a plan are in this time zone, which has no daylight saving time. */
export const BACKUP_ZONE = HOST_ZONE;

export const BackupSchedule = z.object({
  is: z.enum(['off', 'hourly', 'daily', 'weekly', 'monthly', 'cron']),
  /** `HH:MM`; an hourly schedule uses only the minutes. */
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('03:00'),
  /** For a weekly schedule: 1 is Monday. */
  weekday: z.number().int().min(1).max(7).default(1),
  /** For a monthly schedule; a shorter month uses its last day. */
  day: z.number().int().min(1).max(31).default(1),
  /** For `cron`: minute, hour, day, month, weekday (0 is Sunday). */
  cron: z.string().max(100).default(''),
});
export type BackupSchedule = z.infer<typeof BackupSchedule>;

/** Points that a plan keeps of one span at most. */
export const KEEP_MAX = 400;
const Count = z.number().int().min(0).max(KEEP_MAX);

/** Retention keeps the newest point of each of the last n days, weeks, months and years that have a point. */
export const BackupKeep = z.object({ daily: Count, weekly: Count, monthly: Count, yearly: Count });
export type BackupKeep = z.infer<typeof BackupKeep>;

export const BackupPlan = z.object({
  schedule: BackupSchedule,
  /** What is backed up. */
  kind: BackupKind,
  /** Applies to scheduled points only: a manual point stays until a user deletes it. */
  keep: BackupKeep,
  /** How often the newest point is restored into a temporary folder as a test. */
  testRestore: z.enum(['off', 'weekly', 'monthly']),
});
export type BackupPlan = z.infer<typeof BackupPlan>;

/** The plan of a host without a saved one: no schedule, and a weekly test once there is a schedule. */
export const DEFAULT_PLAN: BackupPlan = {
  schedule: { is: 'off', at: '03:00', weekday: 1, day: 1, cron: '' },
  kind: 'both',
  keep: { daily: 7, weekly: 4, monthly: 6, yearly: 1 },
  testRestore: 'weekly',
};

const PlanPreview = z.object({
  /** The next three runs, ISO 8601, UTC; empty if the schedule is off. */
  next: z.array(z.string()),
  /** Points that retention would remove if it ran now. */
  removes: z.array(z.number().int()),
});

const owner = { access: 'owner', passesBlock: true, embed: ['backup'] } as const;

export const readBackupPlan = defineCall({
  ...owner,
  method: 'GET',
  path: '/api/backup/plan',
  summary: 'Schedule and retention of backups, with the next backups and clean-up',
  effect: 'read',
  reply: BackupPlan.extend({
    ...PlanPreview.shape,
    zone: z.literal(BACKUP_ZONE),
    /** Result of the last scheduled start; null before the first one. */
    last: z
      .object({ at: z.string(), taskId: z.number().nullable(), message: z.string().optional() })
      .nullable(),
  }),
});

export const previewBackupPlan = defineCall({
  ...owner,
  method: 'POST',
  path: '/api/backup/plan/preview',
  summary: 'Preview of an unsaved plan',
  effect: 'read',
  body: BackupPlan,
  reply: PlanPreview,
});

export const saveBackupPlan = defineCall({
  ...owner,
  method: 'POST',
  path: '/api/backup/plan',
  summary: 'Change the schedule and the retention',
  effect: 'change',
  passesLock: true,
  body: BackupPlan,
  reply: PlanPreview,
});

import { z } from 'zod';
import { BackupKind } from './backup';
import { defineCall } from './call';

/** All times of a plan are of this zone, which knows no summer time. */
export const BACKUP_ZONE = 'Asia/Shanghai';

export const BackupSchedule = z.object({
  is: z.enum(['off', 'hourly', 'daily', 'weekly', 'monthly', 'cron']),
  /** `HH:MM`; of an hourly one only the minutes count. */
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('03:00'),
  /** Of a weekly one: 1 is Monday. */
  weekday: z.number().int().min(1).max(7).default(1),
  /** Of a monthly one; in shorter months their last day. */
  day: z.number().int().min(1).max(31).default(1),
  /** Of `cron`: minute, hour, day, month, weekday (0 is Sunday). */
  cron: z.string().max(100).default(''),
});
export type BackupSchedule = z.infer<typeof BackupSchedule>;

const Count = z.number().int().min(0).max(400);

/** The newest point of each of the last so many days, weeks, months and years that have one. */
export const BackupKeep = z.object({ daily: Count, weekly: Count, monthly: Count, yearly: Count });
export type BackupKeep = z.infer<typeof BackupKeep>;

export const BackupPlan = z.object({
  schedule: BackupSchedule,
  /** What is backed up. */
  kind: BackupKind,
  /** Of scheduled points alone: what was made by hand stays until somebody deletes it. */
  keep: BackupKeep,
  /** How often the newest point is restored into a scratch place. */
  testRestore: z.enum(['off', 'weekly', 'monthly']),
});
export type BackupPlan = z.infer<typeof BackupPlan>;

/** Of a host that has said nothing: no schedule, a test every week once there is one. */
export const DEFAULT_PLAN: BackupPlan = {
  schedule: { is: 'off', at: '03:00', weekday: 1, day: 1, cron: '' },
  kind: 'both',
  keep: { daily: 7, weekly: 4, monthly: 6, yearly: 1 },
  testRestore: 'weekly',
};

const Foreseen = z.object({
  /** The next three times, ISO 8601, UTC; none where it is off. */
  next: z.array(z.string()),
  /** Points that the retention would remove if it ran now. */
  removes: z.array(z.number().int()),
});

const owner = { access: 'owner', passesBlock: true, embed: ['backup'] } as const;

export const readBackupPlan = defineCall({
  ...owner,
  method: 'GET',
  path: '/api/backup/plan',
  summary: 'When backups are made and how long they are kept, and what follows from that now',
  effect: 'read',
  reply: BackupPlan.extend({
    ...Foreseen.shape,
    zone: z.literal(BACKUP_ZONE),
    /** How the last scheduled one began; null where none has yet. */
    last: z
      .object({ at: z.string(), taskId: z.number().nullable(), message: z.string().optional() })
      .nullable(),
  }),
});

export const previewBackupPlan = defineCall({
  ...owner,
  method: 'POST',
  path: '/api/backup/plan/preview',
  summary: 'What would follow from a plan that is not saved',
  effect: 'read',
  body: BackupPlan,
  reply: Foreseen,
});

export const saveBackupPlan = defineCall({
  ...owner,
  method: 'POST',
  path: '/api/backup/plan',
  summary: 'Change the schedule and the retention',
  effect: 'change',
  passesLock: true,
  body: BackupPlan,
  reply: Foreseen,
});

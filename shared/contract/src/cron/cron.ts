import { z } from 'zod';
import { defineCall } from '../call/call';
import { CRON_TEXT_MAX } from './schedule';

export { cronForm, CRON_INTERVALS, cronText, type CronForm } from './form';
export { nextCronTime, nextCronTimes } from './next-time';
export { zoneTime } from './zone-clock';
export { CRON_TEXT_MAX, readCron, type CronProblem, type CronSchedule } from './schedule';

/** Scheduled jobs of one host. */
export const CRON_JOBS_MAX = 20;
/** Characters of a job's name, and of its command. */
export const CRON_NAME_MAX = 60;
export const CRON_COMMAND_MAX = 1000;
/** Runs that are kept of each job. */
export const CRON_RUNS_KEPT = 10;
/** Bytes at the end of each run's output that are kept. */
export const CRON_OUTPUT_BYTES = 64 * 1024;
/** A run is ended after this time, ms. */
export const CRON_RUN_MS = 3_600_000;
/** Missed times of one gap are counted up to this number. */
export const CRON_MISSED_MAX = 100;

/** Static sites have no programs, and without cages jobs could reach other hosts. */
export const CRON_CONDITIONS = { languages: ['PHP', 'NET'], caged: true } as const;

const CRON = { method: 'POST', access: 'owner', embed: ['hostenv'], when: CRON_CONDITIONS } as const;
const READING = { ...CRON, effect: 'read' } as const;
const CHANGING = { ...CRON, effect: 'change' } as const;

/**
 * `waiting`: other jobs run first. `ok`, `failed`: it ended with status 0, or not. `timeout`: ended at the limit of
 * time. `ended`: the site was closed, suspended or restored, or the job deleted. `interrupted`: the server was
 * restarted. `missed`: it never started.
 */
export const CRON_STATES = [
  'waiting',
  'running',
  'ok',
  'failed',
  'timeout',
  'ended',
  'interrupted',
  'missed',
] as const;

/** One run of a job. Times are ISO 8601, UTC. */
export const CronRun = z.object({
  id: z.number().int(),
  state: z.enum(CRON_STATES),
  /** When it was due, or requested. */
  at: z.string(),
  /** A user started it, not the schedule. */
  isManual: z.boolean(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Exit status; null if a signal ended it, or it has none. */
  exitStatus: z.number().int().nullable(),
  /** Scheduled times that were skipped while it ran; for `missed`, how many were missed, up to `CRON_MISSED_MAX`. */
  skipped: z.number().int(),
  /** Bytes that it printed, also those that are not kept. */
  outputBytes: z.number(),
});
export type CronRun = z.infer<typeof CronRun>;

export const CronJob = z.object({
  id: z.number().int(),
  name: z.string(),
  /** As in crontab. */
  schedule: z.string(),
  command: z.string(),
  isOn: z.boolean(),
  /** ISO 8601, UTC; null: the job is off or the site is not served. */
  nextAt: z.string().nullable(),
  /** Null: it has not run yet. */
  lastRun: CronRun.nullable(),
});
export type CronJob = z.infer<typeof CronJob>;

export const listCronJobs = defineCall({
  ...READING,
  passive: true,
  path: '/api/vhost/cron/list',
  summary: 'Scheduled jobs of the host, with the next time and the last run of each',
  reply: z.object({
    jobs: z.array(CronJob),
    /** IANA name of the time zone of all schedules. */
    zone: z.string(),
  }),
});

/** Whether a text fits on one line of crontab, besides spaces around it. */
export function isCronLine(text: string, most: number): boolean {
  const { length } = text.trim();
  return length > 0 && length <= most && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);
}

const Line = (most: number) =>
  z
    .string()
    .refine((text) => isCronLine(text, most), 'one line')
    .transform((text) => text.trim());
const JobId = z.object({ id: z.number().int().positive() });

export const CronEntry = z.object({
  name: Line(CRON_NAME_MAX),
  schedule: Line(CRON_TEXT_MAX),
  /** One line for `/bin/sh`. */
  command: Line(CRON_COMMAND_MAX),
  isOn: z.boolean(),
});
export type CronEntry = z.infer<typeof CronEntry>;

export const addCronJob = defineCall({
  ...CHANGING,
  path: '/api/vhost/cron/add',
  summary: 'Add a scheduled job',
  body: CronEntry,
  reply: JobId,
});

export const changeCronJob = defineCall({
  ...CHANGING,
  path: '/api/vhost/cron/change',
  summary: 'Change a scheduled job; a running one goes on as it was started',
  body: CronEntry.extend(JobId.shape),
  reply: JobId,
});

export const switchCronJob = defineCall({
  ...CHANGING,
  path: '/api/vhost/cron/switch',
  summary: 'Turn a scheduled job on or off',
  body: JobId.extend({ isOn: z.boolean() }),
  reply: z.object({}),
});

export const removeCronJob = defineCall({
  ...CHANGING,
  path: '/api/vhost/cron/remove',
  summary: 'Delete a scheduled job with its results, and end it if it is running',
  body: JobId,
  reply: z.object({}),
});

export const runCronJob = defineCall({
  ...CHANGING,
  path: '/api/vhost/cron/run',
  summary: 'Run a scheduled job now; its result appears among its runs',
  body: JobId,
  reply: z.object({}),
});

export const listCronRuns = defineCall({
  ...READING,
  passive: true,
  path: '/api/vhost/cron/runs',
  summary: 'The last runs of a job, newest first',
  body: JobId,
  reply: z.object({ runs: z.array(CronRun) }),
});

export const readCronOutput = defineCall({
  ...READING,
  path: '/api/vhost/cron/output',
  summary: 'The end of what one run printed; bytes that are not UTF-8 are replaced',
  /** Id of the run. */
  body: JobId,
  reply: z.object({
    text: z.string(),
    /** Bytes before the text that were not kept. */
    cutBytes: z.number(),
  }),
});

import type { Logger } from 'pino';
import { CRON_MISSED_MAX, nextCronTime, readCron, type CronSchedule } from '@sitedeck/contract';
import type { Db } from '#state/db';
import { addRun, type CronJobRow } from '../job-store';
import type { JobRuns } from './job-runs';

/** Longest pause between two checks, ms: a job that a call has just changed is noticed after it. */
const CHECK_MS = 5000;
/** A time that has passed longer ago has been missed, ms. */
const LATE_MS = 60_000;
/** Jobs that are started in one round; the rest follow in the next. */
const ROUND_MAX = 200;

export interface DueJobsParts {
  readonly db: Db;
  readonly node: string;
  readonly runs: Pick<JobRuns, 'start' | 'skip' | 'isActive'>;
  readonly zone: string;
  readonly now: () => number;
  readonly log: Logger;
}

const jobsOf = ({ db, node }: DueJobsParts) =>
  db
    .selectFrom('cron_job')
    .innerJoin('host', 'host.code', 'cron_job.host_code')
    .where('host.node', '=', node)
    .where('cron_job.next_at', 'is not', null);

/** Moves a due job to its next time. False if a call has changed the job meanwhile. */
async function claim({ db }: DueJobsParts, { id, next_at: due }: CronJobRow, next: Date | null) {
  const moved = await db
    .updateTable('cron_job')
    .set({ next_at: next })
    .where('id', '=', id)
    .where('next_at', '=', due)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** How many times from `due` on, up to `until`, have passed. */
function timesPassed(schedule: CronSchedule, { zone }: DueJobsParts, span: { due: number; until: number }) {
  let count = 0;
  let time: number | undefined = span.due;
  while (time !== undefined && time <= span.until && count < CRON_MISSED_MAX) {
    count += 1;
    time = nextCronTime(schedule, time, zone);
  }
  return count;
}

async function startJob(parts: DueJobsParts, job: CronJobRow, isServed: boolean): Promise<void> {
  const { db, runs, zone, now } = parts;
  const { next_at: dueAt } = job;
  if (!dueAt) return;
  const reading = readCron(job.schedule);
  if (reading.is === 'bad') return void (await claim(parts, job, null));
  const { schedule } = reading;
  const [due, at] = [dueAt.getTime(), now()];
  const next = nextCronTime(schedule, at, zone);
  if (!(await claim(parts, job, next === undefined ? null : new Date(next)))) return;
  // Jobs of a site that is not served are paused, which is no failure.
  if (!isServed) return;
  const missed = timesPassed(schedule, parts, { due, until: at - LATE_MS });
  if (missed > 0) await addRun(db, { jobId: job.id, state: 'missed', at: dueAt, skipped: missed });
  const newest = nextCronTime(schedule, Math.max(due - 1, at - LATE_MS), zone);
  if (newest === undefined || newest > at) return;
  if (runs.isActive(job.id)) return runs.skip(job.id);
  await runs.start(job, { at: new Date(newest), isManual: false });
}

/** Starts the jobs that are due. Resolves to the pause until the next check, ms. */
export async function startDueJobs(parts: DueJobsParts): Promise<number> {
  const { now, log } = parts;
  const due = await jobsOf(parts)
    .selectAll('cron_job')
    .select(['host.service_status', 'host.language'])
    .where('cron_job.next_at', '<=', new Date(now()))
    .orderBy('cron_job.next_at')
    .limit(ROUND_MAX)
    .execute();
  for (const { service_status: status, language, ...job } of due)
    await startJob(parts, job, status === 'NORMAL' && language !== 'HTML').catch((err: unknown) =>
      log.warn({ err, host: job.host_code }, 'a scheduled job could not be started'),
    );
  const { next } = await jobsOf(parts)
    .select((one) => one.fn.min('cron_job.next_at').as('next'))
    .executeTakeFirstOrThrow();
  return next === null ? CHECK_MS : Math.min(CHECK_MS, Math.max(0, next.getTime() - now()));
}

import type { CronJob } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { cronRunOf, readJobs, readLastRuns, readRuns, type CronJobRow, type CronRunRow } from '../job-store';
import { serverZone } from '#sites/server-zone';
import type { CronCalls, CronParts } from './parts';
import { ownJob } from './own-job';

const jobOf = (row: CronJobRow, last: CronRunRow | undefined, isServed: boolean): CronJob => ({
  id: row.id,
  name: row.name,
  schedule: row.schedule,
  command: row.command,
  isOn: row.is_on,
  nextAt: isServed ? (row.next_at?.toISOString() ?? null) : null,
  lastRun: last ? cronRunOf(last) : null,
});

export const listHandlers = ({
  db,
}: CronParts): Handlers<Pick<CronCalls, 'listCronJobs' | 'listCronRuns' | 'readCronOutput'>> => ({
  listCronJobs: async (_request, { scope: { hostCode, host } }) => {
    const [jobs, last] = await Promise.all([readJobs(db, hostCode), readLastRuns(db, hostCode)]);
    const isServed = host.service_status === 'NORMAL';
    return { jobs: jobs.map((job) => jobOf(job, last.get(job.id), isServed)), zone: serverZone() };
  },
  listCronRuns: async ({ body: { id } }, { scope: { hostCode } }) => {
    await ownJob(db, { hostCode, id });
    return { runs: (await readRuns(db, id)).map(cronRunOf) };
  },
  readCronOutput: async ({ body: { id } }, { scope: { hostCode } }) => {
    const run = await db
      .selectFrom('cron_run')
      .innerJoin('cron_job', 'cron_job.id', 'cron_run.job_id')
      .select(['cron_run.output', 'cron_run.output_bytes'])
      .where('cron_job.host_code', '=', hostCode)
      .where('cron_run.id', '=', id)
      .executeTakeFirst();
    if (!run) throw new Refusal('cron-gone');
    const { output, output_bytes: bytes } = run;
    return { text: output?.toString('utf8') ?? '', cutBytes: bytes - (output?.length ?? 0) };
  },
});

import { CRON_JOBS_MAX, readCron, type CronEntry } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { nextAt, type CronJobRow } from '../job-store';
import { serverZone } from '#sites/server-zone';
import { ownJob } from './own-job';
import type { CronCalls, CronParts } from './parts';

/** The columns of a draft. Refuses with `cron-schedule-wrong` and `cron-never`. */
function columnsOf({ name, schedule, command, isOn }: CronEntry, now: number) {
  const reading = readCron(schedule);
  if (reading.is === 'bad' && reading.problem !== 'never')
    throw new Refusal('cron-schedule-wrong', { field: 'schedule' });
  const next = nextAt(schedule, { after: now, zone: serverZone() });
  if (!next) throw new Refusal('cron-never', { field: 'schedule' });
  return { name, schedule, command, is_on: isOn, next_at: isOn ? next : null };
}

/** What the operation log shows of a job. */
const loggedJob = ({ name, schedule, command, is_on }: CronJobRow) => ({
  name,
  schedule,
  command,
  isOn: is_on,
});

export function changeHandlers({
  db,
  jobs,
  now,
}: CronParts): Handlers<
  Pick<CronCalls, 'addCronJob' | 'changeCronJob' | 'switchCronJob' | 'removeCronJob' | 'runCronJob'>
> {
  return {
    addCronJob: async ({ body }, { scope: { hostCode }, note }) => {
      note(body.name, { schedule: body.schedule, command: body.command, isOn: body.isOn });
      const columns = columnsOf(body, now());
      const id = await db.transaction().execute(async (changing) => {
        // Locked, so that two calls at once can't exceed the limit.
        await changing.selectFrom('host').select('code').where('code', '=', hostCode).forUpdate().execute();
        const own = await changing
          .selectFrom('cron_job')
          .select('id')
          .where('host_code', '=', hostCode)
          .execute();
        if (own.length >= CRON_JOBS_MAX)
          throw new Refusal('cron-too-many', { values: { most: CRON_JOBS_MAX } });
        const added = changing.insertInto('cron_job').values({ host_code: hostCode, ...columns });
        return (await added.returning('id').executeTakeFirstOrThrow()).id;
      });
      return { id };
    },
    changeCronJob: async ({ body: { id, ...draft } }, { scope: { hostCode }, note }) => {
      const job = await ownJob(db, { hostCode, id });
      note(job.name, { before: loggedJob(job), after: draft });
      await db.updateTable('cron_job').set(columnsOf(draft, now())).where('id', '=', id).execute();
      return { id };
    },
    switchCronJob: async ({ body: { id, isOn } }, { scope: { hostCode }, note }) => {
      const job = await ownJob(db, { hostCode, id });
      note(job.name, { before: { isOn: job.is_on }, after: { isOn } });
      const next = isOn ? nextAt(job.schedule, { after: now(), zone: serverZone() }) : null;
      await db.updateTable('cron_job').set({ is_on: isOn, next_at: next }).where('id', '=', id).execute();
      return {};
    },
    removeCronJob: async ({ body: { id } }, { scope: { hostCode }, note }) => {
      const job = await ownJob(db, { hostCode, id });
      note(job.name, { schedule: job.schedule, command: job.command });
      await db.deleteFrom('cron_job').where('id', '=', id).execute();
      // A worker that does not run has ended all runs.
      await jobs.call('endCronJob', { hostCode, id }).catch(() => undefined);
      return {};
    },
    runCronJob: async ({ body: { id } }, { scope: { hostCode, host }, note }) => {
      const job = await ownJob(db, { hostCode, id });
      note(job.name);
      if (host.service_status !== 'NORMAL') throw new Refusal('cron-site-closed');
      await jobs.call('runCronJob', { hostCode, id });
      return {};
    },
  };
}

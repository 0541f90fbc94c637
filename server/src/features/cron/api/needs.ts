import { CRON_CONDITIONS, needOf } from '@sitedeck/contract';
import type { StartedProcess } from '#links/process-start';
import type { NeedSource } from '#sites/api/need-source';
import type { Db } from '#state/db';

/** Runs that say whether a job works; the others were ended or prevented by the server. */
const RESULTS = ['ok', 'failed', 'timeout'] as const;

/** Jobs whose last run failed. A job that its owner turned off needs nothing. */
export const cronNeeds =
  (db: Db, cages: StartedProcess['cages']): NeedSource =>
  async ({ hostCode, host }, locale) => {
    // Such a host has no page that could show them.
    if (cages === 'off' || !CRON_CONDITIONS.languages.some((language) => language === host.language))
      return [];
    const last = await db
      .selectFrom('cron_run')
      .innerJoin('cron_job', 'cron_job.id', 'cron_run.job_id')
      .distinctOn('cron_job.id')
      .select(['cron_job.name', 'cron_run.state'])
      .where('cron_job.host_code', '=', hostCode)
      .where('cron_job.is_on', '=', true)
      .where('cron_run.state', 'in', RESULTS)
      .orderBy('cron_job.id')
      .orderBy('cron_run.id', 'desc')
      .execute();
    const failed = last.filter(({ state }) => state !== 'ok');
    const [first] = failed;
    if (!first) return [];
    const [reason, values] =
      failed.length === 1
        ? (['cron-failed', { name: first.name }] as const)
        : (['cron-failed-more', { count: failed.length }] as const);
    return [needOf(reason, { tone: 'warning', locale, values })];
  };

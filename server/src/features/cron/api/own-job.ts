import type { HostCode } from '@sitedeck/contract';
import { Refusal } from '#faults/refusal';
import type { Db } from '#state/db';
import { readJob, type CronJobRow } from '../job-store';

/** A job of this host. Refuses with `cron-gone`, for jobs of other hosts too. */
export async function ownJob(
  db: Db,
  which: { readonly hostCode: HostCode; readonly id: number },
): Promise<CronJobRow> {
  const job = await readJob(db, which);
  if (!job) throw new Refusal('cron-gone');
  return job;
}

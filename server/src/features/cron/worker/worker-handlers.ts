import { Refusal } from '#faults/refusal';
import type { Db } from '#state/db';
import type { RpcHandlers } from '#system/rpc/rpc';
import { readJob } from '../job-store';
import type { cronProtocol } from '../protocol';
import type { JobRuns } from './job-runs';

interface CronWorkerParts {
  readonly db: Db;
  /** Undefined on a machine without cages. */
  readonly jobs: JobRuns | undefined;
}

/** Answers the API's requests about scheduled jobs. */
export const cronWorkerHandlers = ({ db, jobs }: CronWorkerParts): RpcHandlers<typeof cronProtocol> => ({
  runCronJob: async (request) => {
    if (!jobs) throw new Refusal('not-allowed');
    const job = await readJob(db, request);
    if (!job) throw new Refusal('cron-gone');
    await jobs.start(job, { at: new Date(), isManual: true });
    return {};
  },
  endCronJob: async ({ id }) => {
    await jobs?.endJob(id);
    return {};
  },
});

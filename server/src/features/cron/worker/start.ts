import type { Logger } from 'pino';
import type { Db } from '#state/db';
import { repeat, type Loop } from '#system/concurrency/repeat';
import { hostRoot, type Paths } from '#system/settings/paths';
import type { CageMachine } from '#sites/worker/caged-command';
import { closeLostRuns } from '../job-store';
import { serverZone } from '#sites/server-zone';
import { startDueJobs } from './due-jobs';
import { JobRuns } from './job-runs';

/** Pause after a failed check, ms. */
const FAILED_PAUSE_MS = 5000;

export interface CronNodeParts {
  readonly places: Paths;
  readonly db: Db;
  readonly node: string;
  /** Undefined on a machine without cages. */
  readonly cages: CageMachine | undefined;
  readonly log: Logger;
}

/** The scheduled jobs of a node; undefined on a machine without cages. */
export const openJobs = ({ cages, places, ...parts }: CronNodeParts): JobRuns | undefined =>
  cages &&
  new JobRuns({ ...parts, ...cages, rootOf: (hostCode) => hostRoot(places, hostCode), now: Date.now });

/** Starts the loop that runs due jobs. Only one worker of the node may call it. */
export function startJobs(parts: Pick<CronNodeParts, 'db' | 'node' | 'log'>, runs: JobRuns): Loop {
  const { db, node, log } = parts;
  let isFirst = true;
  return repeat(
    async () => {
      if (isFirst) await closeLostRuns(db, node, new Date());
      isFirst = false;
      return startDueJobs({ ...parts, runs, zone: serverZone(), now: Date.now });
    },
    {
      pauseMs: FAILED_PAUSE_MS,
      startsAtOnce: true,
      onFailed: (err) => log.warn({ err }, 'scheduled jobs could not be checked'),
    },
  );
}

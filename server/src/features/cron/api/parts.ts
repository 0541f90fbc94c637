import type { consoleCalls } from '@sitedeck/contract';
import type { Db } from '#state/db';
import type { RpcClient } from '#system/rpc/rpc';
import type { cronProtocol } from '../protocol';

export type CronCalls = Pick<
  typeof consoleCalls,
  | 'listCronJobs'
  | 'addCronJob'
  | 'changeCronJob'
  | 'switchCronJob'
  | 'removeCronJob'
  | 'runCronJob'
  | 'listCronRuns'
  | 'readCronOutput'
>;

export interface CronParts {
  readonly db: Db;
  /** The worker, which runs the jobs. */
  readonly jobs: Pick<RpcClient<typeof cronProtocol>, 'call'>;
  readonly now: () => number;
}

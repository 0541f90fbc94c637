import type { HostCode } from '@sitedeck/contract';
import type { DatabaseProtocol } from '#features/database/protocol';
import type { RpcClient } from '#system/rpc/rpc';
import { Refusal } from '#faults/refusal';

/** The worker of the host's node; only the worker connects to the database server. */
export type DatabaseWorker = Pick<RpcClient<DatabaseProtocol>, 'call'>;

const REFUSALS = {
  missing: 'database-engine-missing',
  down: 'database-down',
  none: 'database-none',
  making: 'database-not-ready',
} as const;

/** Makes a check that refuses hosts without a working database. */
export const makeEnsureDatabase =
  (worker: DatabaseWorker) =>
  async (hostCode: HostCode): Promise<void> => {
    const { engine } = await worker.call('databaseInfo', { hostCode, fresh: false });
    if (engine.is !== 'on') throw new Refusal(REFUSALS[engine.is]);
  };

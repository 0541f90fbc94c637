import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { DatabaseWorker } from './database-worker';

export type StatusCalls = Pick<
  typeof consoleCalls,
  'readDatabase' | 'listTables' | 'listSlowQueries' | 'listProcesses' | 'killProcess'
>;

export const statusHandlers = (worker: DatabaseWorker): Handlers<StatusCalls> => ({
  readDatabase: ({ query }, { scope: { hostCode } }) =>
    worker.call('databaseInfo', { hostCode, fresh: query.fresh === 'true' }),
  listTables: (_, { scope: { hostCode } }) => worker.call('databaseTables', { hostCode }),
  listSlowQueries: (_, { scope: { hostCode } }) => worker.call('slowQueries', { hostCode }),
  listProcesses: (_, { scope: { hostCode } }) => worker.call('databaseProcesses', { hostCode }),
  killProcess: ({ body }, { scope: { hostCode }, note }) => {
    note(String(body.id));
    return worker.call('killProcess', { hostCode, ...body });
  },
});

import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { Db } from '#state/db';
import { csvReply, logCsv } from './log-csv';
import { queryLogPage, queryNewer, readBatches } from './log-queries';
import { logReply } from './log-reply';
import { zonedTime } from './zoned-time';

export type LogCalls = Pick<typeof consoleCalls, 'queryLog' | 'newerLog' | 'exportLog'>;

export interface LogParts {
  readonly db: Db;
  readonly now: () => number;
}

/** Calls that read the operation log of the session's own host; none of them writes. */
export function logHandlers({ db, now }: LogParts): Handlers<LogCalls> {
  return {
    queryLog: async ({ params, body }, { scope, locale }) => {
      const { rows, ...page } = await queryLogPage(db, scope.hostCode, { ...body, ...params });
      return { records: rows.map((row) => logReply(row, locale)), ...page };
    },
    newerLog: async ({ params, body }, { scope, locale }) => {
      const rows = await queryNewer(db, scope.hostCode, { ...body, ...params });
      return rows.map((row) => logReply(row, locale));
    },
    exportLog: ({ body }, { scope, locale }) => {
      const { timeZone, ...filter } = body;
      const lines = logCsv(readBatches(db, scope.hostCode, filter), { locale, timeZone });
      const day = zonedTime(timeZone)(new Date(now())).slice(0, 10);
      return csvReply(lines, `operation-log-${scope.hostCode}-${day}.csv`);
    },
  };
}

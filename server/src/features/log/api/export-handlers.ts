import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { Db } from '#state/db';
import { csvReply, logCsv } from './log-csv';
import { readBatches } from './log-queries';
import { zonedTime } from './zoned-time';

export interface LogExportParts {
  readonly db: Db;
  readonly now: () => number;
}

/** Exports the operation log. */
export const exportHandlers = ({
  db,
  now,
}: LogExportParts): Handlers<Pick<typeof consoleCalls, 'exportLog'>> => ({
  exportLog: ({ body }, { scope, locale }) => {
    const { timeZone, ...filter } = body;
    const lines = logCsv(readBatches(db, scope.hostCode, filter), { locale, timeZone });
    const day = zonedTime(timeZone)(new Date(now())).slice(0, 10);
    return csvReply(lines, `operation-log-${scope.hostCode}-${day}.csv`);
  },
});

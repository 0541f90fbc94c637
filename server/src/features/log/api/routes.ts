import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { exportHandlers, type LogExportParts } from './export-handlers';
import { listHandlers } from './list-handlers';

export type LogCalls = Pick<typeof consoleCalls, 'queryLog' | 'newerLog' | 'exportLog'>;

export type LogParts = LogExportParts;

/** Calls that read the operation log of the session's own host; none of them writes. */
export const logHandlers = (parts: LogParts): Handlers<LogCalls> => ({
  ...listHandlers(parts),
  ...exportHandlers(parts),
});

import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { Db } from '#state/db';
import { queryLogPage, queryNewer } from './log-queries';
import { logReply } from './log-reply';

type ListCalls = Pick<typeof consoleCalls, 'queryLog' | 'newerLog'>;

/** Lists the operation log. */
export function listHandlers({ db }: { readonly db: Db }): Handlers<ListCalls> {
  return {
    queryLog: async ({ params, body }, { scope, locale }) => {
      const { rows, ...page } = await queryLogPage(db, scope.hostCode, { ...body, ...params });
      return { records: rows.map((row) => logReply(row, locale)), ...page };
    },
    newerLog: async ({ params, body }, { scope, locale }) => {
      const rows = await queryNewer(db, scope.hostCode, { ...body, ...params });
      return rows.map((row) => logReply(row, locale));
    },
  };
}

import { readTopUrls } from '#system/access-log/top-urls';
import type { SiteLogs } from '#system/access-log/site-logs';
import { makeMutex } from '#system/concurrency/mutex';
import type { RpcHandlers } from '#system/rpc/rpc';
import type { cdnProtocol } from '../protocol';

export interface StatsQueryParts {
  readonly logs: Pick<SiteLogs, 'folder'>;
}

/** Answers the API's requests about statistics of the edge cache. */
export function statsQueries({ logs }: StatsQueryParts): RpcHandlers<Pick<typeof cdnProtocol, 'topCdnUrls'>> {
  // One log at a time, to bound the memory.
  const inTurn = makeMutex();
  return {
    topCdnUrls: async ({ hostCode }) => ({
      urls: await inTurn(() => readTopUrls(logs.folder(hostCode))),
    }),
  };
}

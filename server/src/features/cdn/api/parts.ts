import type { consoleCalls } from '@sitedeck/contract';
import type { Enqueue } from '#queue/enqueue';
import type { FreshCountParts } from '#sites/api/fresh-count';
import type { SiteSettings } from '#sites/config/save-site-config';
import type { Db } from '#state/db';
import type { RpcClient } from '#system/rpc/rpc';
import type { cdnProtocol } from '../protocol';

export type CdnCalls = Pick<
  typeof consoleCalls,
  'readCdn' | 'switchCdn' | 'saveCdnRules' | 'purgeCdn' | 'prefetchCdn' | 'queryCdnStats'
>;

export interface CdnParts extends FreshCountParts {
  readonly db: Db;
  readonly settings: SiteSettings;
  /** The worker, which manages the cached pages. */
  readonly pages: Pick<RpcClient<typeof cdnProtocol>, 'call'>;
  readonly enqueue: Enqueue;
  /** Size limit of one host's cache, bytes. */
  readonly cacheBytes: number;
  readonly now: () => number;
}

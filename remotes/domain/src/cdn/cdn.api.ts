import {
  prefetchCdn,
  purgeCdn,
  queryCdnStats,
  readCdn,
  saveCdnRules,
  switchCdn,
  type CallReply,
} from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { announcedEndpoint, api, quietEndpoint } from '@sitedeck/sdk/query';

const CDN = 'cdn';

const changes = { invalidatesTags: [CDN] as const };

/**
 * The edge cache. Settings are read again after every change, even a refused one. Calls of dialogs are quiet: the dialog
 * shows the refusal.
 */
export const cdnApi = api.enhanceEndpoints({ addTagTypes: [CDN] }).injectEndpoints({
  endpoints: (build) => ({
    readCdn: build.query({ ...quietEndpoint(readCdn), providesTags: [CDN] }),
    queryCdnStats: build.query(quietEndpoint(queryCdnStats)),
    switchCdn: build.mutation({ ...announcedEndpoint(switchCdn), ...changes }),
    saveCdnRules: build.mutation({ ...quietEndpoint(saveCdnRules), ...changes }),
    purgeCdn: build.mutation({ ...quietEndpoint(purgeCdn), ...changes }),
    /** With `is: 'all'` only. */
    purgeAllCdn: build.mutation({ ...announcedEndpoint(purgeCdn), ...changes }),
    prefetchCdn: build.mutation({ ...quietEndpoint(prefetchCdn), ...changes }),
  }),
});

export type CdnReply = CallReply<typeof readCdn>;
export type CdnStats = CallReply<typeof queryCdnStats>;

/** Reads the settings again. */
export function refetchCdn(): void {
  kernel().store.dispatch(cdnApi.util.invalidateTags([CDN]));
}

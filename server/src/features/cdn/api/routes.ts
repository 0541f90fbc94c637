import type { Handlers } from '#api/calls/handlers';
import type { CdnCalls, CdnParts } from './parts';
import { purgeHandlers } from './purge-handlers';
import { settingsHandlers } from './settings-handlers';
import { statsHandlers } from './stats-handlers';

export type { CdnParts } from './parts';

/** Answers the console's calls about the edge cache. */
export const cdnHandlers = (parts: CdnParts): Handlers<CdnCalls> => ({
  ...settingsHandlers(parts),
  ...purgeHandlers(parts),
  ...statsHandlers({
    ...parts,
    topCdnUrls: async (hostCode) => (await parts.pages.call('topCdnUrls', { hostCode })).urls,
  }),
});

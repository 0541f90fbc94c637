import type { Handlers } from '#api/calls/handlers';
import type { CdnCalls, CdnParts } from './parts';
import { purgeHandlers } from './purge-handlers';
import { settingsHandlers } from './settings-handlers';

export type { CdnParts } from './parts';

/** Answers the console's calls about the edge cache. */
export const cdnHandlers = (parts: CdnParts): Handlers<Omit<CdnCalls, 'queryCdnStats'>> => ({
  ...settingsHandlers(parts),
  ...purgeHandlers(parts),
});

import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import { currentHostHandlers, type CurrentHostParts } from './current-host-handlers';
import { ftpAccessHandlers, type FtpAccessParts } from './ftp-access-handlers';
import { needsHandlers, type NeedsParts } from './needs-handlers';
import { shareHandlers, type ShareParts } from './share-handlers';
import { siteStatusHandlers, type SiteStatusParts } from './site-status-handlers';
import { usedSpaceHandlers, type UsedSpaceParts } from './used-space-handlers';
import { vhostInfoHandlers, type VhostInfoParts } from './vhost-info-handlers';
import { visitHandlers, type VisitParts } from './visit-handlers';

export type HostParts = CurrentHostParts &
  FtpAccessParts &
  NeedsParts &
  ShareParts &
  SiteStatusParts &
  UsedSpaceParts &
  VhostInfoParts &
  VisitParts;

export type HostCalls = Pick<
  typeof consoleCalls,
  | 'currentHostInfo'
  | 'refreshHostInfo'
  | 'getAllHostList'
  | 'changeHost'
  | 'vhostInfo'
  | 'vhostUsedSpace'
  | 'vhostShare'
  | 'restartSite'
  | 'openSite'
  | 'closeSite'
  | 'changeFtp'
  | 'listNeeds'
  | 'queryVisits'
>;

/**
 * Handlers of the calls about a host itself: the current host, used space, visits, and whether it is served.
 */
export const hostHandlers = (parts: HostParts): Handlers<HostCalls> => ({
  ...currentHostHandlers(parts),
  ...vhostInfoHandlers(parts),
  ...usedSpaceHandlers(parts),
  ...shareHandlers(parts),
  ...siteStatusHandlers(parts),
  ...ftpAccessHandlers(parts),
  ...needsHandlers(parts),
  ...visitHandlers(parts),
});

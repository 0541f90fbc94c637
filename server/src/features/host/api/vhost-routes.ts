import { ftpAccessHandlers, type FtpAccessParts } from './ftp-access';
import { needsHandlers, type NeedsParts } from './needs';
import { siteStatusHandlers, type SiteStatusParts } from './site-status';
import { usedSpaceHandlers, type UsedSpaceParts } from './used-space';
import { vhostInfoHandlers, type VhostInfoParts } from './vhost-info';

export type VhostParts = FtpAccessParts & NeedsParts & SiteStatusParts & UsedSpaceParts & VhostInfoParts;

/** The calls of the host's own page: what it is, how full, whether it is served, and what wants doing. */
export const vhostHandlers = (parts: VhostParts) => ({
  ...vhostInfoHandlers(parts),
  ...usedSpaceHandlers(parts),
  ...siteStatusHandlers(parts),
  ...ftpAccessHandlers(parts),
  ...needsHandlers(parts),
});

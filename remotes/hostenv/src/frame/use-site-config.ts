import type { CallReply, readConfig } from '@sitedeck/contract';
import { pageStateOf, type PageState } from '@sitedeck/ui/page-state';
import { FRESH, hostEnvApi } from '../hostenv.api';

/** The complete live document, its version, since when it is live and who saved it. */
export type SiteConfigInForce = CallReply<typeof readConfig>;

export const useSiteConfig = (): PageState<SiteConfigInForce> =>
  pageStateOf(hostEnvApi.useReadConfigQuery({}, FRESH));

import type { CallReply, readConfig } from '@sitedeck/contract';
import { pageStateOf, type PageState } from '@sitedeck/ui/page-state';
import { FRESH, hostEnvApi } from '../hostenv.api';

/** The whole document in force, which version it is, since when and by whom. */
export type SiteConfigInForce = CallReply<typeof readConfig>;

export const useSiteConfig = (): PageState<SiteConfigInForce> =>
  pageStateOf(hostEnvApi.useReadConfigQuery({}, FRESH));

import { configHandlers, type ConfigParts } from './config-handlers';
import { homePageHandlers, type HomePageParts } from './home-page-handlers';

export interface HostEnvParts extends ConfigParts, HomePageParts {}

/** The eight pages of the host environment. */
export const hostEnvHandlers = (parts: HostEnvParts) => ({
  ...configHandlers(parts),
  ...homePageHandlers(parts),
});

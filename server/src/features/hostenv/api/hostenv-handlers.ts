import { configHandlers, type ConfigParts } from './config-handlers';
import { dotNetHandlers } from './dotnet-handlers';
import { homePageHandlers, type HomePageParts } from './home-page-handlers';
import { phpHandlers, type PhpParts } from './php-handlers';
import { rewriteHandlers, type RewriteParts } from './rewrite-handlers';
import { servingHandlers, type ServingParts } from './serving-handlers';
import { writeConfigHandlers } from './write-config';

export interface HostEnvParts extends ConfigParts, HomePageParts, ServingParts, PhpParts, RewriteParts {}

/** The eight pages of the host environment. */
export const hostEnvHandlers = (parts: HostEnvParts) => ({
  ...configHandlers(parts),
  ...homePageHandlers(parts),
  ...rewriteHandlers(parts),
  ...servingHandlers(parts),
  ...phpHandlers(parts),
  ...dotNetHandlers(parts),
  ...writeConfigHandlers(parts),
});

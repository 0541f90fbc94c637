import { configHandlers, type ConfigParts } from './config-handlers';
import { dotNetHandlers } from './dotnet-handlers';
import { errorLogHandlers, type ErrorLogParts } from './error-log-handlers';
import { errorPageHandlers, type ErrorPageParts } from './error-page-handlers';
import { homePageHandlers, type HomePageParts } from './home-page-handlers';
import { mimeHandlers, type MimeParts } from './mime-handlers';
import { phpHandlers, type PhpParts } from './php-handlers';
import { redirectHandlers, type RedirectParts } from './redirect-handlers';
import { rewriteHandlers, type RewriteParts } from './rewrite-handlers';

export interface HostenvParts
  extends
    ConfigParts,
    HomePageParts,
    RedirectParts,
    RewriteParts,
    ErrorPageParts,
    MimeParts,
    ErrorLogParts,
    PhpParts {}

/** Handlers of the host environment: one file per page, plus the site configuration as one document. */
export const hostenvHandlers = (parts: HostenvParts) => ({
  ...configHandlers(parts),
  ...homePageHandlers(parts),
  ...redirectHandlers(parts),
  ...rewriteHandlers(parts),
  ...errorPageHandlers(parts),
  ...mimeHandlers(parts),
  ...errorLogHandlers(parts),
  ...phpHandlers(parts),
  ...dotNetHandlers(parts),
});

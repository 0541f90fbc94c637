import { posix } from 'node:path';
import type { consoleCalls, ErrorPage } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { HostFacts } from '#sites/host-scope';
import { withErrorPage, withoutErrorPage } from '#sites/config/settings/error-page';
import { WWWROOT } from '#system/site/error-page-path';
import { changeFor } from './change-settings';
import type { HomePageParts } from './home-page-handlers';

type Calls = Pick<typeof consoleCalls, 'readErrorPage' | 'setErrorPage' | 'unsetErrorPage'>;

export type ErrorPageParts = Pick<HomePageParts, 'settings' | 'areSiteFiles'>;

/** The page that visitors get with HTTP 404. */
export function errorPageHandlers({ settings, areSiteFiles }: ErrorPageParts): Handlers<Calls> {
  const change = changeFor(settings);
  const isThere = async (host: HostFacts, page: ErrorPage | null): Promise<boolean> => {
    if (page?.is !== 'file') return page !== null;
    const [exists] = await areSiteFiles(host, [posix.relative(WWWROOT, page.path)]);
    return exists ?? false;
  };
  return {
    readErrorPage: async (_request, { scope }) => {
      const { document, version } = await settings.read(scope.hostCode);
      const { errorPage } = document;
      return { page: errorPage, exists: await isThere(scope.host, errorPage), version };
    },
    setErrorPage: ({ body, query }, context) =>
      change({ action: 'setErrorPage', query }, context, (document) => withErrorPage(document, body)),
    unsetErrorPage: ({ query }, context) =>
      change({ action: 'unsetErrorPage', query }, context, withoutErrorPage),
  };
}

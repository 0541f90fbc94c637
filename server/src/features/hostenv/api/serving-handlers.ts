import { posix } from 'node:path';
import type { consoleCalls, ErrorPage, MimeMapping } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { HostFacts } from '#sites/host-scope';
import { withErrorPage, withoutErrorPage } from '#sites/api/settings/error-page';
import { withMime, withoutMime } from '#sites/api/settings/mime';
import { WWWROOT } from '#system/site/error-page-path';
import { changeFor } from './changing';
import { readLogEnd, type ReadLogWindow } from './error-log';
import type { HomePageParts } from './home-page-handlers';
import { redirectHandlers, type RedirectParts } from './redirect-handlers';

type Calls = Pick<
  typeof consoleCalls,
  | 'readErrorPage'
  | 'setErrorPage'
  | 'unsetErrorPage'
  | 'listMimeTypes'
  | 'addMime'
  | 'removeMime'
  | 'readErrorLog'
>;

export interface ServingParts extends RedirectParts, Pick<HomePageParts, 'filesThere'> {
  /** The web server's own media types, one per extension. */
  readonly mimeTypes: () => Promise<readonly MimeMapping[]>;
  readonly readLog: ReadLogWindow;
}

type Listed = MimeMapping & { readonly from: 'server' | 'site'; readonly replaces?: string };

/** The site's first: they are what an owner looks for. */
function listedTypes(server: readonly MimeMapping[], site: readonly MimeMapping[]): Listed[] {
  const ofServer = new Map(server.map(({ extension, mimeType }) => [extension, mimeType]));
  const own = site.map((mapping): Listed => {
    const replaces = ofServer.get(mapping.extension);
    return { ...mapping, from: 'site', ...(replaces !== undefined && { replaces }) };
  });
  const taken = new Set(site.map(({ extension }) => extension));
  const rest = server.filter(({ extension }) => !taken.has(extension));
  return [...own, ...rest.map((mapping): Listed => ({ ...mapping, from: 'server' }))];
}

const servingCalls = ({ settings, filesThere, mimeTypes, readLog }: ServingParts): Handlers<Calls> => {
  const change = changeFor(settings);
  const isThere = async (host: HostFacts, page: ErrorPage | null): Promise<boolean> => {
    if (page?.is !== 'file') return page !== null;
    const [there] = await filesThere(host, [posix.relative(WWWROOT, page.path)]);
    return there ?? false;
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
    listMimeTypes: async (_request, { scope }) => {
      const { document, version } = await settings.read(scope.hostCode);
      return { types: listedTypes(await mimeTypes(), document.mime), version };
    },
    addMime: ({ body, query }, context) =>
      change({ action: 'addMime', query }, context, (document) => withMime(document, body)),
    removeMime: ({ body, query }, context) =>
      change({ action: 'removeMime', query }, context, (document) => withoutMime(document, body.extension)),
    readErrorLog: ({ body }, { scope }) => readLogEnd(readLog, scope.host, body),
  };
};

/** Redirects, the page for HTTP 404, media types and error logs. */
export const servingHandlers = (parts: ServingParts) => ({
  ...redirectHandlers(parts),
  ...servingCalls(parts),
});

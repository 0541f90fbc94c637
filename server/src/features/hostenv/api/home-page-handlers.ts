import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { HostFacts } from '#sites/host-scope';
import { withDocuments } from '#sites/config/settings/home-page';
import { changeFor } from './change-settings';
import type { ConfigParts } from './config-handlers';

type Calls = Pick<typeof consoleCalls, 'readHomePage' | 'setDefaultHomePage'>;

/** Says for each of these paths below `/wwwroot`, in their order, whether it is a file. */
export type AreSiteFiles = (host: HostFacts, paths: readonly string[]) => Promise<readonly boolean[]>;

export interface HomePageParts extends Pick<ConfigParts, 'settings' | 'defaultDocuments'> {
  readonly areSiteFiles: AreSiteFiles;
}

export function homePageHandlers({
  settings,
  defaultDocuments,
  areSiteFiles,
}: HomePageParts): Handlers<Calls> {
  const change = changeFor(settings);
  return {
    readHomePage: async (_request, { scope }) => {
      const { document, version } = await settings.read(scope.hostCode);
      const existing = await areSiteFiles(scope.host, document.documents);
      return {
        documents: document.documents.map((name, index) => ({ name, exists: existing[index] ?? false })),
        standard: [...defaultDocuments[document.language]],
        version,
      };
    },
    setDefaultHomePage: ({ body, query }, context) =>
      change({ action: 'setDefaultHomePage', query }, context, (document) =>
        withDocuments(document, body.docs),
      ),
  };
}

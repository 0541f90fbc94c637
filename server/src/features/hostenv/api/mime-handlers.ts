import type { consoleCalls, MimeMapping } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { SiteSettings } from '#sites/config/save-site-config';
import { withMime, withoutMime } from '#sites/config/settings/mime';
import { changeFor } from './change-settings';

type Calls = Pick<typeof consoleCalls, 'listMimeTypes' | 'addMime' | 'removeMime'>;

export interface MimeParts {
  readonly settings: SiteSettings;
  /** The web server's own media types, one per extension. */
  readonly mimeTypes: () => Promise<readonly MimeMapping[]>;
}

type ListedMapping = MimeMapping & { readonly from: 'server' | 'site'; readonly replaces?: string };

/** Lists the site's own mappings first: the owner wants to see those. */
function listMappings(server: readonly MimeMapping[], site: readonly MimeMapping[]): ListedMapping[] {
  const ofServer = new Map(server.map(({ extension, mimeType }) => [extension, mimeType]));
  const own = site.map((mapping): ListedMapping => {
    const replaces = ofServer.get(mapping.extension);
    return { ...mapping, from: 'site', ...(replaces !== undefined && { replaces }) };
  });
  const taken = new Set(site.map(({ extension }) => extension));
  const rest = server.filter(({ extension }) => !taken.has(extension));
  return [...own, ...rest.map((mapping): ListedMapping => ({ ...mapping, from: 'server' }))];
}

export function mimeHandlers({ settings, mimeTypes }: MimeParts): Handlers<Calls> {
  const change = changeFor(settings);
  return {
    listMimeTypes: async (_request, { scope }) => {
      const { document, version } = await settings.read(scope.hostCode);
      return { types: listMappings(await mimeTypes(), document.mime), version };
    },
    addMime: ({ body, query }, context) =>
      change({ action: 'addMime', query }, context, (document) => withMime(document, body)),
    removeMime: ({ body, query }, context) =>
      change({ action: 'removeMime', query }, context, (document) => withoutMime(document, body.extension)),
  };
}

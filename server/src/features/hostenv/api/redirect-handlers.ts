import type { consoleCalls } from '@sitedeck/contract';
import type { Handlers, OwnerContext } from '#api/calls/handlers';
import {
  redirectOfDraft,
  rulesOf,
  withChangedRedirect,
  withoutRedirect,
  withRedirect,
  withRedirectOrder,
  withRedirects,
} from '#sites/config/settings/redirects';
import { sourceKey } from '#system/redirects/source';
import { indexRules, followRedirects, type SiteNames } from '#system/redirects/follow';
import { Refusal } from '#faults/refusal';
import { changeFor } from './change-settings';
import type { ConfigParts } from './config-handlers';

type Calls = Pick<
  typeof consoleCalls,
  | 'listRedirects'
  | 'addRedirect'
  | 'changeRedirect'
  | 'addRedirects'
  | 'removeRedirect'
  | 'orderRedirects'
  | 'testRedirect'
>;

export type RedirectParts = Pick<ConfigParts, 'settings' | 'testUrl'>;

/** How many redirects a test follows. */
const STEPS_MAX = 10;

/** Resolves a path against the site's first name. */
function addressOf(text: string, base: string): URL {
  const refused = new Refusal('redirect-test-refused', { field: 'url' });
  if (!URL.canParse(text.trim(), base)) throw refused;
  const url = new URL(text.trim(), base);
  if (!/^https?:$/.test(url.protocol)) throw refused;
  url.hash = '';
  return url;
}

export function redirectHandlers({ settings, testUrl }: RedirectParts): Handlers<Calls> {
  const change = changeFor(settings);
  const namesOf = ({ scope }: OwnerContext): SiteNames => {
    const { hostname, port } = new URL(testUrl(scope.hostCode));
    return { names: [hostname, ...scope.host.domains], port };
  };
  return {
    listRedirects: async (_request, { scope }) => {
      const { document, version } = await settings.read(scope.hostCode);
      return { redirects: document.redirects, version };
    },
    addRedirect: ({ body, query }, context) =>
      change({ action: 'addRedirect', query }, context, (document) =>
        withRedirect(document, body, namesOf(context)),
      ),
    changeRedirect: ({ body, query }, context) =>
      change({ action: 'changeRedirect', query }, context, (document) =>
        withChangedRedirect(document, body, namesOf(context)),
      ),
    addRedirects: ({ body, query }, context) =>
      change({ action: 'addRedirects', query }, context, (document) =>
        withRedirects(document, body, namesOf(context)),
      ),
    removeRedirect: ({ body, query }, context) =>
      change({ action: 'removeRedirect', query }, context, (document) =>
        withoutRedirect(document, body.source),
      ),
    orderRedirects: ({ body, query }, context) =>
      change({ action: 'orderRedirects', query }, context, (document) =>
        withRedirectOrder(document, body.sources, namesOf(context)),
      ),
    testRedirect: async ({ body }, context) => {
      const { document } = await settings.read(context.scope.hostCode);
      const draft = body.draft && redirectOfDraft(body.draft);
      const kept = rulesOf(document);
      const rules = draft
        ? [...kept.filter(({ source }) => sourceKey(source) !== sourceKey(draft.source)), draft]
        : kept;
      const site = namesOf(context);
      const from = addressOf(body.url, testUrl(context.scope.hostCode));
      const { hops, end } = followRedirects(indexRules(rules), site, { from, most: STEPS_MAX });
      return { steps: [...hops], end };
    },
  };
}

import { SiteConfig, type consoleCalls, type Language } from '@sitedeck/contract';
import type { Handlers } from '#api/calls/handlers';
import type { SiteSettings } from '#sites/api/change-config';
import { configDifferences } from '#sites/api/config-difference';
import { listSiteConfigs, type HistoryRow } from '#sites/api/config-store';
import { imageOf } from '#sites/api/image-wire';
import type { Db } from '#state/db';
import { changeFor } from './changing';

type Calls = Pick<
  typeof consoleCalls,
  'readConfig' | 'listConfigVersions' | 'compareConfig' | 'revertConfig' | 'clearConfig'
>;

export interface ConfigParts {
  readonly db: Db;
  readonly settings: SiteSettings;
  readonly defaultDocuments: Readonly<Record<Language, readonly string[]>>;
}

const stamp = ({ version, at, operator }: HistoryRow) => ({ version, at: at.toISOString(), operator });

export function configHandlers({ db, settings, defaultDocuments }: ConfigParts): Handlers<Calls> {
  const change = changeFor(settings);
  return {
    readConfig: async ({ body }, { scope }) => {
      const row = await settings.read(scope.hostCode, body.version);
      return { ...stamp(row), document: row.document, image: JSON.stringify(imageOf(row.document)) };
    },
    listConfigVersions: async ({ body }, { scope }) => {
      const { versions, total } = await listSiteConfigs(db, scope.hostCode, body);
      const told = versions.map(({ at, differences, ...version }) => ({
        ...version,
        at: at.toISOString(),
        differences: [...differences],
      }));
      return { versions: told, total };
    },
    compareConfig: async ({ body }, { scope }) => {
      const now = await settings.read(scope.hostCode);
      const then = await settings.read(scope.hostCode, body.to);
      return { differences: configDifferences(now.document, then.document) };
    },
    revertConfig: async ({ params, query }, context) => {
      const { document } = await settings.read(context.scope.hostCode, params.to);
      // What the site's programs are written in is the provider's to say.
      return change({ action: 'revertConfig', query }, context, ({ language }) => ({
        ...document,
        language,
      }));
    },
    clearConfig: ({ query }, context) =>
      change({ action: 'clearConfig', query }, context, ({ language }) =>
        SiteConfig.parse({ language, documents: defaultDocuments[language] }),
      ),
  };
}

import { SiteConfig, type consoleCalls, type Language, type Locale } from '@sitedeck/contract';
import { operatorText } from '@sitedeck/contract/operator-texts';
import type { Handlers } from '#api/calls/handlers';
import type { SiteSettings } from '#sites/config/save-site-config';
import { readImageContext, type ImageContextParts } from '#sites/api/image-context';
import { configDifferences } from '#sites/config/config-difference';
import { listSiteConfigs, type HistoryRow } from '#sites/config/config-store';
import { imageOf } from '#sites/config/image-form';
import { readImage, withImage } from '#sites/config/with-image';
import type { Db } from '#state/db';
import { changeFor } from './change-settings';

type Calls = Pick<
  typeof consoleCalls,
  'readConfig' | 'listConfigVersions' | 'compareConfig' | 'revertConfig' | 'clearConfig' | 'writeConfig'
>;

export interface ConfigParts extends ImageContextParts {
  readonly db: Db;
  readonly settings: SiteSettings;
  readonly defaultDocuments: Readonly<Record<Language, readonly string[]>>;
}

/** A version without a role was created by the provider. */
const authorWords = ({ operator, role }: Pick<HistoryRow, 'operator' | 'role'>, locale: Locale): string =>
  operatorText({ operator, role: role ?? 'PROVIDER' }, locale);

const stamp = ({ version, at, operator, role }: HistoryRow, locale: Locale) => ({
  version,
  at: at.toISOString(),
  operator: authorWords({ operator, role }, locale),
});

type ReadCalls = Pick<Handlers<Calls>, 'readConfig' | 'listConfigVersions' | 'compareConfig'>;

const readHandlers = ({ db, settings }: ConfigParts): ReadCalls => ({
  readConfig: async ({ body }, { scope, locale }) => {
    const row = await settings.read(scope.hostCode, body.version);
    return { ...stamp(row, locale), document: row.document, image: JSON.stringify(imageOf(row.document)) };
  },
  listConfigVersions: async ({ body }, { scope, locale }) => {
    const { versions, total } = await listSiteConfigs(db, scope.hostCode, body);
    const listed = versions.map(({ at, differences, operator, ...version }) => ({
      ...version,
      at: at.toISOString(),
      operator: authorWords({ operator, role: version.role }, locale),
      differences: [...differences],
    }));
    return { versions: listed, total };
  },
  compareConfig: async ({ body }, { scope }) => {
    const now = await settings.read(scope.hostCode);
    const then = await settings.read(scope.hostCode, body.to);
    return { differences: configDifferences(now.document, then.document) };
  },
});

/** The site configuration as one document: history, restoring, clearing, and setting it from an image. */
export function configHandlers(parts: ConfigParts): Handlers<Calls> {
  const { settings, defaultDocuments } = parts;
  const change = changeFor(settings);
  return {
    ...readHandlers(parts),
    revertConfig: async ({ params, query }, context) => {
      const { document } = await settings.read(context.scope.hostCode, params.to);
      // Only the provider changes the language of a site's programs.
      return change({ action: 'revertConfig', query }, context, ({ language }) => ({
        ...document,
        language,
      }));
    },
    clearConfig: ({ query }, context) =>
      change({ action: 'clearConfig', query }, context, ({ language }) =>
        SiteConfig.parse({ language, documents: defaultDocuments[language] }),
      ),
    /** Applies every field of an image as one change: if one field is refused, none is applied. */
    writeConfig: async ({ body, query }, context) => {
      const image = readImage(body.image);
      const ground = await readImageContext(parts, context.scope.host, image);
      return change({ action: 'writeConfig', query }, context, (document) =>
        withImage(document, image, ground),
      );
    },
  };
}

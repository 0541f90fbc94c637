import { APP_LIMITS, type AppTools } from '#features/apps/worker/tools';
import { prefixedTables } from '#features/database/worker/prefixed-tables';
import { catalogueSource } from '#system/apps/catalogue-source';
import { databaseNameForSites, previewUrl } from '#system/settings/host-addresses';
import { ownSites } from '#system/settings/addresses';
import { cataloguePlace, hostRoot } from '#system/settings/paths';
import { openSigningKey } from '#system/site-image/signing-key';
import type { WorkerNode } from './open-node';
import { siteSettings } from './site-settings';

/** What apps need of the node. */
export function appTools(node: WorkerNode): AppTools {
  const { started, databases, engines, log } = node;
  const { places, settings } = started;
  const place = cataloguePlace(settings, places);
  return {
    ...{ db: node.db, files: node.files, replacer: node.backups.replacer, packages: places.appPackages },
    source: catalogueSource(place, (err) => log.warn({ err, place }, 'the app catalogue can not be read')),
    trusted: async () => [(await openSigningKey(places.secrets)).publicKey, ...settings.IMAGE_KEYS],
    rootOf: (hostCode) => hostRoot(places, hostCode),
    databases: databases.isInstalled ? prefixedTables(databases) : undefined,
    databaseHost: databaseNameForSites(settings),
    cages: node.cageMachine,
    php: engines.php?.cli,
    limits: APP_LIMITS,
    settings: siteSettings(node),
    sites: ownSites(settings),
    addressOf: ({ code }) => previewUrl(settings, code),
  };
}

import { join } from 'node:path';
import { siteAdapter } from '#features/database/worker/site-adapter';
import type { SiteImageTools } from '#features/site-image/worker/tools';
import { installedPhp } from '#sites/installed-php';
import { hostIdentity } from '#system/process/identity';
import { previewUrl } from '#system/settings/host-addresses';
import { hostRoot } from '#system/settings/paths';
import { openSigningKey } from '#system/site-image/signing-key';
import type { WorkerNode } from './open-node';
import { siteSettings } from './site-settings';

/** What images need of the node. */
export function siteImageTools(node: WorkerNode): SiteImageTools {
  const { started, databases, engines, nodeHosts } = node;
  const { places, settings, isolation } = started;
  const versions = { php: engines.php?.version, mariadb: engines.mariadb?.version };
  return {
    ...{ db: node.db, files: node.files, replacer: node.backups.replacer, now: Date.now },
    ...{ folder: places.images, views: join(places.run, 'images'), trusted: settings.IMAGE_KEYS },
    key: () => openSigningKey(places.secrets),
    rootOf: (hostCode) => hostRoot(places, hostCode),
    ownerOf: ({ uid }) => (isolation.is === 'separate' ? hostIdentity(isolation, uid) : undefined),
    databases: databases.isInstalled ? databases : undefined,
    adapter: databases.isInstalled ? siteAdapter(databases, node.files) : undefined,
    addressesOf: ({ code, domains }) => [
      new URL(previewUrl(settings, code)).host,
      ...domains.filter((name) => !name.includes('*')),
    ],
    settings: siteSettings(node),
    imageContext: (host) => {
      const { hostname, port } = new URL(previewUrl(settings, host.code));
      return {
        site: { names: [hostname, ...host.domains], port },
        installed: installedPhp(nodeHosts.queries.runtimes()),
      };
    },
    engines: Object.fromEntries(
      Object.entries(versions).flatMap(([name, version]) => (version === undefined ? [] : [[name, version]])),
    ),
  };
}

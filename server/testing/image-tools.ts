import { dirname, join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import type { SiteImageTools } from '#features/site-image/worker/tools';
import { siteReplacer } from '#features/backup/worker/restore/replace-site';
import { ownerOf, type BackupTools } from '#features/backup/worker/tools';
import type { SiteAdapter } from '#sites/worker/adapt-site';
import { makeSiteSettings } from '#sites/config/save-site-config';
import { openSigningKey } from '#system/site-image/signing-key';

/** The tools of images over those of backups; settings are stored, and the check stands in for the engines. */
export function imageToolsOver(
  tools: BackupTools,
  checkSite: (hostCode: HostCode) => Promise<void> = () => Promise.resolve(),
  adapter?: SiteAdapter,
): SiteImageTools {
  const scratch = dirname(tools.paths.restores);
  return {
    ...{ db: tools.db, files: tools.files, databases: tools.databases, rootOf: tools.rootOf },
    ...{ folder: join(scratch, 'images'), views: join(scratch, 'views'), trusted: [], now: Date.now },
    key: () => openSigningKey(scratch),
    ownerOf: (host) => ownerOf(tools, host),
    settings: makeSiteSettings({ db: tools.db, work: { checkSite, applySites: checkSite } }),
    replacer: siteReplacer(tools),
    imageContext: ({ code }) => ({ installed: ['8.2'], site: { names: [`${code}.localhost`], port: '' } }),
    adapter,
    addressesOf: ({ code, domains }) => [`${code}.localhost:8081`, ...domains],
    engines: { php: '8.2.1' },
  };
}

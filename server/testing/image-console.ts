import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { consoleCalls, type HostCode } from '@sitedeck/contract';
import { siteImageHandlers } from '#features/site-image/api/routes';
import { siteImageTasks } from '#features/site-image/worker/tasks';
import type { SiteImageTools } from '#features/site-image/worker/tools';
import { siteReplacer } from '#features/backup/worker/restore/replace-site';
import { ownerOf, type BackupDatabases } from '#features/backup/worker/tools';
import { makeSiteSettings } from '#sites/config/save-site-config';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { openSigningKey } from '#system/site-image/signing-key';
import { makeBackupConsole, type BackupConsole } from './backup-console';

const imageCalls = Object.fromEntries(
  Object.entries(consoleCalls).filter(([, call]) => call.path.startsWith('/api/siteImage/')),
);

export interface ImageConsole {
  readonly console: BackupConsole;
  readonly images: SiteImageTools;
  /** Makes the engines refuse every change of settings, or accept them again. */
  refuseSettings(refuse: boolean): void;
}

/** The calls about site images, from HTTP down to the disk, on top of those about backups. */
export async function makeImageConsole(databases?: (db: Db) => BackupDatabases): Promise<ImageConsole> {
  let refuses = false;
  let images: SiteImageTools | undefined;
  const console = await makeBackupConsole({
    ...(databases && { databases }),
    feature: (tools, enqueue) => {
      const scratch = dirname(tools.paths.restores);
      const checkSite = (_hostCode: HostCode) =>
        refuses
          ? Promise.reject(new Refusal('config-refused', { values: { engine: 'nginx', detail: 'no' } }))
          : Promise.resolve();
      const settings = makeSiteSettings({ db: tools.db, work: { checkSite, applySites: checkSite } });
      images = {
        ...{ db: tools.db, files: tools.files, databases: tools.databases, rootOf: tools.rootOf },
        ...{ folder: join(scratch, 'images'), views: join(scratch, 'views'), trusted: [], now: Date.now },
        key: () => openSigningKey(scratch),
        ownerOf: (host) => ownerOf(tools, host),
        settings,
        replacer: siteReplacer(tools),
        imageContext: ({ code }) => ({
          installed: ['8.2'],
          site: { names: [`${code}.localhost`], port: '' },
        }),
        engines: { php: '8.2.1' },
      };
      const parts = {
        ...{ db: tools.db, enqueue, settings, imageFolder: images.folder, now: Date.now },
        runtimes: () => Promise.resolve({ PHP: '8.2.1', NET: null }),
        testUrl: (code: HostCode) => `http://${code}.localhost/`,
      };
      return { calls: imageCalls, handlers: siteImageHandlers(parts), tasks: siteImageTasks(images) };
    },
  });
  if (!images) throw new Error('The feature was not made');
  await mkdir(images.folder, { recursive: true });
  await mkdir(images.views, { recursive: true });
  await chmod(images.views, 0o700);
  return { console, images, refuseSettings: (refuse) => void (refuses = refuse) };
}

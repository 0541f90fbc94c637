import { chmod, mkdir } from 'node:fs/promises';
import { consoleCalls, type HostCode } from '@sitedeck/contract';
import { siteImageHandlers } from '#features/site-image/api/routes';
import { siteImageTasks } from '#features/site-image/worker/tasks';
import type { SiteImageTools } from '#features/site-image/worker/tools';
import type { NodeDatabases } from '#features/database/worker/node-databases';
import { siteAdapter } from '#features/database/worker/site-adapter';
import type { Db } from '#state/db';
import { Refusal } from '#faults/refusal';
import { makeBackupConsole, type BackupConsole } from './backup-console';
import { imageToolsOver } from './image-tools';

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
export async function makeImageConsole(databases?: (db: Db) => NodeDatabases): Promise<ImageConsole> {
  let refuses = false;
  let images: SiteImageTools | undefined;
  let node: NodeDatabases | undefined;
  const console = await makeBackupConsole({
    ...(databases && { databases: (db: Db) => (node = databases(db)) }),
    feature: (tools, enqueue) => {
      const checkSite = () =>
        refuses
          ? Promise.reject(new Refusal('config-refused', { values: { engine: 'nginx', detail: 'no' } }))
          : Promise.resolve();
      images = imageToolsOver(tools, checkSite, node && siteAdapter(node, tools.files));
      const { db, settings, folder } = images;
      const parts = {
        ...{ db, enqueue, settings, imageFolder: folder, now: Date.now },
        runtimes: () => Promise.resolve({ PHP: '8.2.1', NET: null }),
        testUrl: (code: HostCode) => `http://${code}.localhost:8081/`,
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

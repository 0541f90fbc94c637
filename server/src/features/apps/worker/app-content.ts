import { chown, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SitePath } from '@sitedeck/contract';
import type { SiteContent } from '#sites/worker/replace-site';
import { APP_FOLDER } from '#system/apps/app-package';
import { removeAll } from '#system/disk/remove-all';
import type { Identity } from '#system/process/identity';
import { partOf } from '#system/site-image/read-image';
import { unpackFiles } from '#system/site-image/unpack-files';
import type { OpenedPackage } from './fetch-package';

const noDump = (): Promise<never> => Promise.reject(new Error('An app brings no dump'));

/** Nothing: for a change that only takes away. */
export const nothing: SiteContent = {
  ...{ holds: 'site', files: 0, bytes: 0, databaseBytes: 0 },
  extract: async ({ into, owner }) => {
    await removeAll(into);
    await makeOwned(into, owner);
  },
  writeDump: noDump,
  onUnreadable: () => Promise.resolve(),
};

async function makeOwned(folder: string, owner: Identity | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o755 });
  if (owner) await chown(folder, owner.uid, owner.gid);
}

/** Creates the folders between the two. Only root can enter them so far. */
async function makeParents(into: string, path: string, owner: Identity | undefined): Promise<void> {
  const above = dirname(path);
  if (above === '/') return;
  await makeParents(into, above, owner);
  await makeOwned(join(into, above), owner);
}

/** The files of a package, in the folder where the app is to be. */
export function appContent({ image }: OpenedPackage, folder: SitePath): SiteContent {
  const { entries } = image.manifest;
  return {
    ...{ holds: 'site', files: entries, bytes: partOf(image, 'files')?.bytes ?? 0, databaseBytes: 0 },
    extract: async ({ into, owner, signal, progress }) => {
      // How far tar is can't be known; the figures of the download would look like an end.
      progress({});
      await removeAll(into);
      await unpackFiles(image, { into, folders: [APP_FOLDER], owner, signal });
      await makeParents(into, folder, owner);
      await rename(join(into, APP_FOLDER), join(into, folder));
    },
    writeDump: noDump,
    // A package was checked completely before anything is unpacked.
    onUnreadable: () => Promise.resolve(),
  };
}

import { chown, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SitePath } from '@sitedeck/contract';
import type { SiteContent } from '#sites/worker/replace-site';
import { isRefusal, Refusal } from '#faults/refusal';
import { APP_FOLDER } from '#system/apps/app-package';
import { pathExists } from '#system/disk/exists';
import { removeAll } from '#system/disk/remove-all';
import type { Identity } from '#system/process/identity';
import { partOf } from '#system/site-image/read-image';
import { unpackFiles, type UnpackRequest } from '#system/site-image/unpack-files';
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

const damaged = () => new Refusal('app-package-damaged');

/** Paths of the files in an unpacked app. Refuses entries that are neither file nor folder. */
async function filesIn(tree: string, path = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(tree, path), { withFileTypes: true })) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await filesIn(tree, inner)));
    else if (entry.isFile()) found.push(inner);
    else throw damaged();
  }
  return found;
}

/** Refuses with `app-package-damaged` or `disk-full`. */
async function unpackApp({ image, content }: OpenedPackage, request: UnpackRequest): Promise<void> {
  try {
    await unpackFiles(image, request);
  } catch (error) {
    const isDamaged = isRefusal(error) && error.reason === 'image-damaged';
    throw isDamaged ? damaged() : error;
  }
  const tree = join(request.into, APP_FOLDER);
  if (!(await pathExists(tree))) throw damaged();
  const found = await filesIn(tree);
  const areDescribed = found.every((path) => Object.hasOwn(content.files, path));
  if (!areDescribed || found.length < Object.keys(content.files).length) throw damaged();
}

/** The files of a package, in the folder where the app is to be. */
export function appContent(opened: OpenedPackage, folder: SitePath): SiteContent {
  const { image } = opened;
  const { entries } = image.manifest;
  return {
    ...{ holds: 'site', files: entries, bytes: partOf(image, 'files')?.bytes ?? 0, databaseBytes: 0 },
    extract: async ({ into, owner, signal, progress }) => {
      // How far tar is can't be known; the figures of the download would look like an end.
      progress({});
      await removeAll(into);
      await unpackApp(opened, { into, folders: [APP_FOLDER], owner, signal });
      await makeParents(into, folder, owner);
      await rename(join(into, APP_FOLDER), join(into, folder));
    },
    writeDump: noDump,
    // A package was checked completely before anything is unpacked.
    onUnreadable: () => Promise.resolve(),
  };
}

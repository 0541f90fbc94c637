import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIndex, IndexedApp, type CatalogueIndex } from '../../server/src/system/apps/catalogue-index';
import { catalogueSource } from '../../server/src/system/apps/catalogue-source';
import { readAppPackage } from '../../server/src/system/apps/read-package';
import { issueIndex } from '../../server/src/system/apps/issue-index';
import { openImage, verifyImage } from '../../server/src/system/site-image/read-image';
import type { PublicKeyText, SigningKey } from '../../server/src/system/site-image/signing-key';
import { ENTRIES_FOLDER } from './build-app';

async function builtApps(folder: string): Promise<readonly IndexedApp[]> {
  const entries = join(folder, ENTRIES_FOLDER);
  const names = (await readdir(entries)).filter((name) => name.endsWith('.json'));
  return Promise.all(
    names.map(async (name) => IndexedApp.parse(JSON.parse(await readFile(join(entries, name), 'utf8')))),
  );
}

/** Issues the index of everything that was built into the folder. Its serial is the time, so that it always grows. */
export async function signCatalogue(
  folder: string,
  { key, now }: { readonly key: SigningKey; readonly now: Date },
): Promise<readonly IndexedApp[]> {
  const apps = await builtApps(folder);
  await issueIndex({ folder, apps, serial: Math.floor(now.getTime() / 1000), key, now });
  return apps;
}

/** Checks the index and every package, as an installation does. Rejects at the first that it would refuse. */
export async function verifyCatalogue(
  folder: string,
  trusted: readonly PublicKeyText[],
): Promise<CatalogueIndex> {
  const index = readIndex(await catalogueSource(folder).readIndex(), trusted);
  for (const { app, version, package: wanted } of index.apps) {
    const image = await openImage(join(folder, wanted.file), { kind: 'app', trusted });
    if (image.size !== wanted.bytes) throw new Error(`${wanted.file} has another size than the index says`);
    await verifyImage(image, { signal: new AbortController().signal, onBytes: () => undefined });
    const content = await readAppPackage(image);
    if (content.app !== app || content.version !== version)
      throw new Error(`${wanted.file} holds ${content.app} ${content.version}, not ${app} ${version}`);
  }
  return index;
}

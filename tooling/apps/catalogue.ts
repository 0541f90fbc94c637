import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIndex, IndexedApp, type CatalogueIndex } from '../../server/src/system/apps/catalogue-index';
import { catalogueSource } from '../../server/src/system/apps/catalogue-source';
import { readAppPackage } from '../../server/src/system/apps/read-package';
import { sha256Of } from '../../server/src/system/apps/write-package';
import { issueIndex } from '../../server/src/system/apps/issue-index';
import { openImage, verifyImage } from '../../server/src/system/site-image/read-image';
import {
  openSigningKey,
  type PublicKeyText,
  type SigningKey,
} from '../../server/src/system/site-image/signing-key';
import { CommandRefusal } from '../cli/src/refusal';
import { ENTRIES_FOLDER } from './build-app';

/** The key in a folder, made on first use. */
export async function openKey(folder: string): Promise<SigningKey> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return openSigningKey(folder);
}

async function builtApps(folder: string): Promise<readonly IndexedApp[]> {
  const entries = join(folder, ENTRIES_FOLDER);
  const found = await readdir(entries).catch(() => []);
  const names = found.filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new CommandRefusal(`No app was built into ${folder}`);
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
    if (image.size !== wanted.bytes)
      throw new CommandRefusal(`${wanted.file} has another size than the index says`);
    if ((await sha256Of(join(folder, wanted.file))) !== wanted.sha256)
      throw new CommandRefusal(`${wanted.file} is damaged: its SHA-256 is not the one in the index`);
    await verifyImage(image, { signal: new AbortController().signal, onBytes: () => undefined });
    const content = await readAppPackage(image);
    if (content.app !== app || content.version !== version)
      throw new CommandRefusal(
        `${wanted.file} holds ${content.app} ${content.version}, not ${app} ${version}`,
      );
  }
  return index;
}

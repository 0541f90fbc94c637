import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APP_FOLDER } from '../../server/src/system/apps/app-package';
import { IndexedApp } from '../../server/src/system/apps/catalogue-index';
import { writePackage } from '../../server/src/system/apps/write-package';
import type { SigningKey } from '../../server/src/system/site-image/signing-key';
import { copyTree } from './copy-tree';
import type { DebianPackages } from './debian-packages';
import type { Recipe } from './recipe';

/** `1:6.1.9+dfsg1-0+deb12u1` is version 6.1.9 of the app. */
export const upstreamVersion = (debian: string): string =>
  debian
    .replace(/^\d+:/, '')
    .replace(/-[^-]*$/, '')
    .replace(/\+(?:dfsg|ds|repack)[\w.]*$/, '');

/** Folder of the catalogue in which the entries of built apps wait for the index. */
export const ENTRIES_FOLDER = 'entries';

export interface Build {
  readonly recipe: Recipe;
  readonly unpacked: Extract<DebianPackages, { readonly is: 'there' }>;
  /** Folder of the catalogue. */
  readonly into: string;
  readonly key: SigningKey;
  readonly now: Date;
}

/** Builds the package of an app, and notes its entry for the next index. */
export async function buildApp({ recipe, unpacked, into, key, now }: Build): Promise<IndexedApp> {
  const { source, settings, setup, ...described } = recipe;
  const root = await mkdtemp(join(tmpdir(), 'sitedeck-app-'));
  try {
    const to = join(root, APP_FOLDER);
    await copyTree({ top: unpacked.top, from: source.folder, to, leaveOut: source.leaveOut });
    for (const [path, from] of Object.entries(source.add))
      await copyTree({ top: unpacked.top, from, to: join(to, path), leaveOut: [] });
    const version = upstreamVersion(unpacked.version);
    await mkdir(join(into, ENTRIES_FOLDER), { recursive: true });
    const written = await writePackage({
      ...{ app: recipe.app, version, settings, setup, root, into, key, now },
      signal: new AbortController().signal,
    });
    const entry = IndexedApp.parse({ ...described, version, ...written });
    await writeFile(join(into, ENTRIES_FOLDER, `${entry.app}.json`), `${JSON.stringify(entry, null, 2)}\n`);
    return entry;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp, ENTRIES_FOLDER } from './build-app';
import { openKey, signCatalogue } from './catalogue';
import type { DebianPackages } from './debian-packages';
import { readRecipe, type Recipe } from './recipe';

export interface FirstCatalogue {
  /** Folders with recipes, the most wanted one first. */
  readonly recipes: readonly string[];
  readonly unpack: (packages: Recipe['source']['debian']) => DebianPackages;
  /** Folder of the catalogue. */
  readonly into: string;
  /** Folder with the signing key. */
  readonly secrets: string;
  readonly say: (line: string) => void;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Builds the apps of the recipes that are not in the catalogue yet, and issues the index after each, so that the first can be
 * installed soon. Ended at any moment, it leaves a good catalogue and goes on the next time.
 */
export async function buildFirstCatalogue({
  recipes,
  unpack,
  into,
  secrets,
  say,
}: FirstCatalogue): Promise<void> {
  for (const folder of recipes) {
    const recipe = await readRecipe(folder);
    if (await isThere(join(into, ENTRIES_FOLDER, `${recipe.app}.json`))) continue;
    const unpacked = unpack(recipe.source.debian);
    if (unpacked.is === 'missing') {
      say(`${recipe.name['en-US']} is not in the app catalogue: ${unpacked.why}`);
      // What keeps the first package away keeps the others away, and each attempt takes a while.
      return;
    }
    await mkdir(into, { recursive: true });
    const now = new Date();
    const key = await openKey(secrets);
    const { name, version } = await buildApp({ recipe, unpacked, into, key, now });
    await signCatalogue(into, { key, now: new Date() });
    say(`${name['en-US']} ${version} is in the app catalogue.`);
  }
}

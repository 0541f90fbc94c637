import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CatalogueApp } from '@sitedeck/contract';
import { AppPackage } from '../../server/src/system/apps/app-package';

/** Where the files of an app come from. */
const Source = z.object({
  /** Packages of Debian; the first one gives the version, the others what its links point to. */
  debian: z.array(z.string().regex(/^[a-z0-9][a-z0-9.+-]+$/)).min(1),
  /** Folder in the first package that becomes the app's folder. */
  folder: z.string(),
  /** Further files and folders, by their place in the app's folder: where they lie in the packages. */
  add: z.record(z.string(), z.string()).default({}),
  /** Files and folders, by their place in the app's folder, that are left out. */
  leaveOut: z.array(z.string()).default([]),
});

/** `recipe.json` of an app: what a catalogue says of it, and how its package is built. Beside it lies `setup.php`. */
const RecipeFile = CatalogueApp.omit({ version: true, files: true, bytes: true }).extend({
  source: Source,
  settings: AppPackage.shape.settings,
});

export type Recipe = z.infer<typeof RecipeFile> & {
  /** The setup program. */
  readonly setup: string;
};

/** @param folder with `recipe.json` and `setup.php` */
export async function readRecipe(folder: string): Promise<Recipe> {
  const recipe = RecipeFile.parse(JSON.parse(await readFile(join(folder, 'recipe.json'), 'utf8')));
  return { ...recipe, setup: await readFile(join(folder, 'setup.php'), 'utf8') };
}

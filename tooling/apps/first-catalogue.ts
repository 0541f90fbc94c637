import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { IndexedApp } from '../../server/src/system/apps/catalogue-index';
import { buildApp, ENTRIES_FOLDER } from './build-app';
import { openKey, signCatalogue } from './catalogue';
import type { DebianPackages } from './debian-packages';
import { readRecipe, type Recipe } from './recipe';

type PackageNames = Recipe['source']['debian'];

export interface FirstCatalogue {
  /** Folders with recipes, the most wanted one first. */
  readonly recipes: readonly string[];
  /** The version of the first package that can be had, as far as that is known without asking the archive. */
  readonly offered: (packages: PackageNames) => string | undefined;
  /** @param version the offered one */
  readonly unpack: (packages: PackageNames, version: string | undefined) => DebianPackages;
  /** Folder of the catalogue. */
  readonly into: string;
  /** Folder with the signing key. */
  readonly secrets: string;
  readonly say: (line: string) => void;
}

/** What an app in the catalogue was built from. */
const BuiltFrom = z.object({ recipe: z.string(), debian: z.string() });
type BuiltFrom = z.infer<typeof BuiltFrom>;

const noteFile = (into: string, { app }: Recipe): string => join(into, ENTRIES_FOLDER, `${app}.built-from`);

/** Undefined: the app is not in the catalogue, or was built by an earlier version of this program. */
async function builtFrom(into: string, recipe: Recipe): Promise<BuiltFrom | undefined> {
  const note: unknown = await readFile(noteFile(into, recipe), 'utf8').then(JSON.parse, () => undefined);
  return BuiltFrom.safeParse(note).data;
}

const PACKAGE = /\.tar\.zst(?:\.new)?$/;

/** Removes packages of earlier versions: by now no installation reads them. */
async function removeEarlier(into: string): Promise<void> {
  const entries = join(into, ENTRIES_FOLDER);
  const names = await readdir(entries).catch(() => []);
  const used = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => IndexedApp.parse(JSON.parse(await readFile(join(entries, name), 'utf8')))),
  );
  const kept = new Set(used.map((entry) => entry.package.file));
  for (const name of await readdir(into).catch(() => []))
    if (PACKAGE.test(name) && !kept.has(name)) await rm(join(into, name), { force: true });
}

/**
 * Builds the apps of the recipes that are not in the catalogue yet, or whose recipe or Debian package is another one now, and
 * issues the index after each, so that the first can be installed soon. Ended at any moment, it leaves a good catalogue and
 * goes on the next time.
 */
export async function buildFirstCatalogue({
  recipes,
  offered,
  unpack,
  into,
  secrets,
  say,
}: FirstCatalogue): Promise<void> {
  await removeEarlier(into);
  for (const folder of recipes) {
    const recipe = await readRecipe(folder);
    const { debian } = recipe.source;
    const [before, version] = [await builtFrom(into, recipe), offered(debian)];
    const isBuilt = (of: string | undefined) =>
      before?.recipe === recipe.digest && (of === undefined || of === before.debian);
    if (isBuilt(version)) continue;
    const unpacked = unpack(debian, version);
    if (unpacked.is === 'missing') {
      const state = before ? 'was not renewed in' : 'is not in';
      say(`${recipe.name['en-US']} ${state} the app catalogue: ${unpacked.why}`);
      // What keeps the first package away keeps the others away, and each attempt takes a while.
      return;
    }
    if (isBuilt(unpacked.version)) continue;
    await mkdir(into, { recursive: true });
    const now = new Date();
    const key = await openKey(secrets);
    const app = await buildApp({ recipe, unpacked, into, key, now });
    await signCatalogue(into, { key, now: new Date() });
    const note: BuiltFrom = { recipe: recipe.digest, debian: unpacked.version };
    await writeFile(`${noteFile(into, recipe)}.new`, JSON.stringify(note));
    await rename(`${noteFile(into, recipe)}.new`, noteFile(into, recipe));
    say(`${app.name['en-US']} ${app.version} is in the app catalogue.`);
  }
}

import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isolationHere } from '../../server/src/system/process/identity';
import { pathsOf } from '../../server/src/system/settings/paths';
import { readSettings } from '../../server/src/system/settings/settings';
import { INDEX_FILE } from '../../server/src/system/apps/catalogue-source';
import { openSigningKey } from '../../server/src/system/site-image/signing-key';
import { buildApp } from './build-app';
import { signCatalogue } from './catalogue';
import { debianPackages } from './debian-packages';
import { readRecipe } from './recipe';

const RECIPES = join(import.meta.dirname, 'recipes');

/**
 * Builds the catalogue of a new installation from the recipes whose packages can be had. Does nothing if there is one, or if
 * the operator has named another.
 */
async function buildFirstCatalogue(): Promise<void> {
  const isolation = isolationHere();
  const read = readSettings(process.env, isolation);
  if (read.is !== 'ok' || read.settings.APP_CATALOGUE !== undefined) return;
  const { catalogue, secrets } = pathsOf(read.settings.dataDirectory, isolation);
  if (await stat(join(catalogue, INDEX_FILE)).catch(() => undefined)) return;
  await mkdir(secrets, { recursive: true, mode: 0o700 });
  const key = await openSigningKey(secrets);
  const into = `${catalogue}.${process.pid}`;
  await mkdir(into, { recursive: true });
  try {
    for (const name of await readdir(RECIPES)) {
      const recipe = await readRecipe(join(RECIPES, name));
      const [first = '', ...others] = recipe.source.debian;
      const unpacked = debianPackages(first, ...others);
      if (unpacked.is === 'missing')
        process.stdout.write(`${name} is not in the catalogue: ${unpacked.why}\n`);
      else await buildApp({ recipe, unpacked, into, key, now: new Date() });
    }
    const apps = await signCatalogue(into, { key, now: new Date() });
    await rm(catalogue, { recursive: true, force: true });
    await rename(into, catalogue);
    process.stdout.write(
      `App catalogue: ${apps.map(({ name, version }) => `${name['en-US']} ${version}`).join(', ')}\n`,
    );
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

await buildFirstCatalogue();

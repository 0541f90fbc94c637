import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { CatalogueApp } from '@sitedeck/contract';
import { AppPackage, SETUP_MAX_BYTES } from '../../server/src/system/apps/app-package';
import { CommandRefusal } from '../cli/src/refusal';

const DebianName = z.string().regex(/^[a-z0-9][a-z0-9.+-]+$/);

/** Where the files of an app come from. */
const Source = z.object({
  /** Packages of Debian; the first one gives the version, the others what its links point to. */
  debian: z.tuple([DebianName], DebianName),
  /** Folder in the first package that becomes the app's folder. */
  folder: z.string(),
  /** Further files and folders, by their place in the app's folder: where they lie in the packages. */
  add: z.record(z.string(), z.string()).default({}),
  /** Files and folders, by their place in the app's folder, that are left out. */
  leaveOut: z.array(z.string()).default([]),
  /** Texts to replace, by file in the app's folder: Debian writes paths of the machine into some. */
  edits: z.record(z.string(), z.array(z.tuple([z.string().min(1), z.string()]))).default({}),
});

/** `recipe.json` of an app: what a catalogue says of it, and how its package is built. Beside it lies `setup.php`. */
const RecipeFile = CatalogueApp.omit({ version: true, files: true, bytes: true }).extend({
  source: Source,
  settings: AppPackage.shape.settings,
});

export type Recipe = z.infer<typeof RecipeFile> & {
  /** The setup program. */
  readonly setup: string;
  /** SHA-256 of everything that makes up the recipe. */
  readonly digest: string;
};

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandRefusal(`${file} can't be read`, { cause: error });
  }
}

function parsed(file: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new CommandRefusal(`${file} is not valid JSON: ${String(error)}`, { cause: error });
  }
}

/**
 * Refuses what is missing or wrong, and names the field.
 * @param folder with `recipe.json` and `setup.php`
 */
export async function readRecipe(folder: string): Promise<Recipe> {
  const [file, program] = [join(folder, 'recipe.json'), join(folder, 'setup.php')];
  const json = await textOf(file);
  const read = RecipeFile.safeParse(parsed(file, json));
  if (!read.success) {
    const lines = read.error.issues.map(({ path, message }) => `  ${path.join('.') || 'recipe'}: ${message}`);
    throw new CommandRefusal([`${file} does not describe an app:`, ...lines].join('\n'));
  }
  const setup = await textOf(program);
  if (setup.length > SETUP_MAX_BYTES)
    throw new CommandRefusal(`${program} is larger than ${SETUP_MAX_BYTES / 1024} KiB`);
  const digest = createHash('sha256').update(`${json}\0${setup}`).digest('hex');
  return { ...read.data, setup, digest };
}

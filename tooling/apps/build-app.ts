import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APP_FOLDER } from '../../server/src/system/apps/app-package';
import { IndexedApp } from '../../server/src/system/apps/catalogue-index';
import { writePackage } from '../../server/src/system/apps/write-package';
import type { SigningKey } from '../../server/src/system/site-image/signing-key';
import { CommandRefusal } from '../cli/src/refusal';
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

async function edit(folder: string, edits: Recipe['source']['edits']): Promise<void> {
  for (const [path, replacements] of Object.entries(edits)) {
    const file = join(folder, path);
    let text = await readFile(file, 'utf8');
    for (const [from, to] of replacements) {
      if (!text.includes(from)) throw new CommandRefusal(`${path} of the app does not contain: ${from}`);
      text = text.replaceAll(from, () => to);
    }
    await writeFile(file, text);
  }
}

/** Copies what the recipe takes from the packages. */
async function collect({ source }: Recipe, top: string, to: string): Promise<void> {
  const { leaveOut } = source;
  await copyTree({ top, from: source.folder, to, leaveOut });
  for (const [path, from] of Object.entries(source.add))
    await copyTree({ top, from, to: join(to, path), leaveOut }, to);
  await edit(to, source.edits);
}

/**
 * Builds the package of an app, and notes its entry for the next index. May be repeated after it was interrupted: an entry
 * belongs to a complete package.
 */
export async function buildApp({ recipe, unpacked, into, key, now }: Build): Promise<IndexedApp> {
  const { source: _, settings, setup, digest: __, ...described } = recipe;
  const root = join(into, `.building-${recipe.app}`);
  await rm(root, { recursive: true, force: true });
  try {
    await collect(recipe, unpacked.top, join(root, APP_FOLDER));
    const version = upstreamVersion(unpacked.version);
    const entries = join(into, ENTRIES_FOLDER);
    await mkdir(entries, { recursive: true });
    const written = await writePackage({
      ...{ app: recipe.app, version, settings, setup, root, into, key, now },
      signal: new AbortController().signal,
    });
    // Web servers publish it.
    await chmod(join(into, written.package.file), 0o644);
    const entry = IndexedApp.parse({ ...described, version, ...written });
    const file = join(entries, `${entry.app}.json`);
    await writeFile(`${file}.new`, `${JSON.stringify(entry, null, 2)}\n`);
    await rename(`${file}.new`, file);
    return entry;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

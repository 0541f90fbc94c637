import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tarOf } from '../cli/src/develop/pack';
import { modulesOf, sourcesBelow, type Files } from './library';
import { libraryManifest, readSource } from './manifest';
import { declarationsOf } from './types';

export const ROOT = join(import.meta.dirname, '../..');
const LIBRARIES = ['contract', 'sdk', 'ui'] as const;

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly files: Files;
}

/** The current SDK, kit and contract. */
export async function libraries(): Promise<readonly Package[]> {
  const folders = LIBRARIES.map((name) => join(ROOT, 'shared', name));
  const types = declarationsOf(
    ROOT,
    folders.flatMap((folder) => sourcesBelow(join(folder, 'src'))),
  );
  return Promise.all(
    folders.map(async (folder, index) => {
      const source = readSource(folder);
      const src = `shared/${LIBRARIES[index]}/src/`;
      const declared = [...types]
        .filter(([file]) => file.startsWith(src))
        .map(([file, text]) => [`dist/${file.slice(src.length)}`, text] as const);
      const files = new Map<string, Buffer | string>([...(await modulesOf(folder)), ...declared]);
      files.set('package.json', json(libraryManifest(source, source.version)));
      if (LIBRARIES[index] === 'contract') files.set('remote.schema.json', schema());
      return { name: source.name, version: source.version, files };
    }),
  );
}

/**
 * Writes a package's tarball into a folder. Returns its entry in `index.json`. The same content gives the same bytes.
 */
export async function writePackage(folder: string, { name, version, files }: Package) {
  const all = new Map(files).set('LICENSE', readFileSync(join(ROOT, 'LICENSE')));
  const entries = [...all.keys()]
    .sort()
    .map((path): [string, Buffer] => [`package/${path}`, bytes(all.get(path))]);
  const tarball = await tarOf(entries);
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  writeFileSync(join(folder, file), tarball);
  return {
    name,
    version,
    file,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
  };
}

export const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const bytes = (content: Buffer | string | undefined): Buffer => Buffer.from(content ?? '');
const schema = (): Buffer => readFileSync(join(ROOT, 'docs/remote.schema.json'));

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tarOf } from '../cli/src/workshop/pack';
import { modulesOf, sourcesBelow, type Files } from './library';
import { libraryManifest, programManifest, readSource } from './manifest';
import { programFiles } from './program';
import { declarationsOf } from './types';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(import.meta.dirname, 'dist');
const LIBRARIES = ['contract', 'sdk', 'ui'] as const;
const CLI = join(ROOT, 'tooling/cli');

interface Package {
  readonly name: string;
  readonly version: string;
  readonly files: Files;
}

/** What a feature team installs, as `dist/*.tgz`, and `index.json` that says which there are. */
async function main(): Promise<void> {
  const packages = [...(await libraries()), await program()];
  const shelf = await Promise.all(packages.map(write));
  writeFileSync(join(OUT, 'index.json'), `${JSON.stringify({ packages: shelf }, null, 2)}\n`);
  const kept = new Set(['index.json', ...shelf.map(({ file }) => file)]);
  for (const file of readdirSync(OUT))
    if (!file.startsWith('.') && !kept.has(file)) rmSync(join(OUT, file), { recursive: true });
}

async function libraries(): Promise<readonly Package[]> {
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

async function program(): Promise<Package> {
  const source = readSource(CLI);
  const packages = Object.keys(source.dependencies).filter((name) => !name.startsWith('@sitedeck/'));
  const files = new Map(await programFiles(CLI, join(ROOT, 'shell/dist'), packages));
  files.set('package.json', json(programManifest(source)));
  return { name: source.name, version: source.version, files };
}

async function write({ name, version, files }: Package) {
  const all = new Map(files).set('LICENSE', readFileSync(join(ROOT, 'LICENSE')));
  const entries = [...all.keys()]
    .sort()
    .map((path): [string, Buffer] => [`package/${path}`, bytes(all.get(path))]);
  const tarball = await tarOf(entries);
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, file), tarball);
  return {
    name,
    version,
    file,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
  };
}

const bytes = (content: Buffer | string | undefined): Buffer => Buffer.from(content ?? '');
const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const schema = (): Buffer => readFileSync(join(ROOT, 'docs/remote.schema.json'));

await main();

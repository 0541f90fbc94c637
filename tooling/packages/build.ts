import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programManifest, readSource } from './manifest';
import { json, libraries, ROOT, writePackage, type Package } from './package';
import { programFiles } from './program';

const OUT = join(import.meta.dirname, 'dist');
const CLI = join(ROOT, 'tooling/cli');

/** Builds the packages that a feature team installs, as `dist/*.tgz`, and `index.json`, which lists them. */
async function main(): Promise<void> {
  const packages = [...(await libraries()), await program()];
  mkdirSync(OUT, { recursive: true });
  const shelf = await Promise.all(packages.map((one) => writePackage(OUT, one)));
  writeFileSync(join(OUT, 'index.json'), json({ packages: shelf }));
  const kept = new Set(['index.json', ...shelf.map(({ file }) => file)]);
  for (const file of readdirSync(OUT))
    if (!file.startsWith('.') && !kept.has(file)) rmSync(join(OUT, file), { recursive: true });
}

async function program(): Promise<Package> {
  const source = readSource(CLI);
  const packages = Object.keys(source.dependencies).filter((name) => !name.startsWith('@sitedeck/'));
  const files = new Map(await programFiles(CLI, join(ROOT, 'shell/dist'), packages));
  files.set('package.json', json(programManifest(source)));
  return { name: source.name, version: source.version, files };
}

await main();

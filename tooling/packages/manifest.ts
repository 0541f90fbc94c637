import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Names = Readonly<Record<string, string>>;

export interface Source {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license: string;
  readonly sideEffects?: boolean;
  readonly exports?: Names;
  readonly dependencies: Names;
}

export const readSource = (folder: string): Source =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Source;

const isOurs = ([name]: readonly [string, string]): boolean => name.startsWith('@sitedeck/');

/** Path of `./src/index.ts` in the built package. */
function builtExport(path: string): string | { types: string; default: string } {
  if (!path.startsWith('./src/')) return path;
  const file = path.replace('./src/', './dist/').replace(/\.ts$/, '');
  return { types: `${file}.d.ts`, default: `${file}.js` };
}

/**
 * `package.json` of a tarball. Our packages are peers: a team installs each by its address, so that npm looks none up
 * in a package registry.
 */
export function libraryManifest({ exports = {}, dependencies, ...source }: Source, version: string): object {
  const { name, license, sideEffects } = source;
  const all = Object.entries(dependencies);
  return {
    name,
    version,
    license,
    type: 'module',
    ...(sideEffects !== undefined && { sideEffects }),
    exports: Object.fromEntries(Object.entries(exports).map(([key, path]) => [key, builtExport(path)])),
    dependencies: Object.fromEntries(all.filter((one) => !isOurs(one))),
    peerDependencies: Object.fromEntries(all.filter(isOurs).map(([peer]) => [peer, version])),
  };
}

export function programManifest({ name, version, license, description, dependencies }: Source): object {
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { sitedeck: 'dist/main.js' },
    engines: { node: '>=20.19' },
    dependencies: Object.fromEntries(Object.entries(dependencies).filter((one) => !isOurs(one))),
  };
}

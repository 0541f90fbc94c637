import type { Configuration } from 'webpack';
import { CACHE, type Mode } from '../../webpack.common';
import { folderOf, frontEndPackages, type FrontEndPackage } from './packages';
import { remoteBuild } from '../cli/src/preset/remote-build';
import { shellBuilds } from './shell-builds';

export interface PackageBuilds {
  readonly pack: FrontEndPackage;
  readonly builds: readonly Configuration[];
}

/** Configurations of the named packages, by default of all. An unknown name is an error. */
export function configurations(names: readonly string[], mode: Mode): readonly PackageBuilds[] {
  const all = frontEndPackages();
  const unknown = names.filter((name) => !all.some((pack) => pack.name === name));
  if (unknown.length > 0) throw new Error(`not in packages.json: ${unknown.join(', ')}`);
  return all
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map((pack) => ({ pack, builds: buildsOf(pack, mode) }));
}

function buildsOf(pack: FrontEndPackage, mode: Mode): readonly Configuration[] {
  const folder = folderOf(pack);
  return pack.kind === 'shell' ? shellBuilds(folder, mode) : [remoteBuild(folder, mode, CACHE)];
}

import { resolve } from 'node:path';
import type { CgroupVersion } from './shares';

/** A mounted hierarchy of control groups. */
export interface Hierarchy {
  readonly version: CgroupVersion;
  /** Controllers of version 1 by their names there; empty for version 2. */
  readonly controllers: readonly string[];
  readonly top: string;
  /** Folder of the group in which this process is; groups below it keep the limits that apply to it. */
  readonly own: string;
}

/** Blanks and backslashes of paths are octal numbers. */
const unescaped = (path: string): string =>
  path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)));

/** Paths of the own group, by controller; an empty name is version 2. */
function ownPaths(selfCgroup: string): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const line of selfCgroup.split('\n')) {
    const [, names, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    if (names !== undefined && path !== undefined) for (const name of names.split(',')) paths.set(name, path);
  }
  return paths;
}

/** A container sees a part of the hierarchy, but may be shown the path of its group in all of it. */
function ownFolder(top: string, mounted: string, path: string | undefined): string {
  if (path === undefined || path.startsWith('/..')) return top;
  const isBelow = mounted !== '/' && (path === mounted || path.startsWith(`${mounted}/`));
  return resolve(top, `.${isBelow ? path.slice(mounted.length) : path}`);
}

/** Reads `/proc/self/mountinfo` and `/proc/self/cgroup`. */
export function findHierarchies(mountinfo: string, selfCgroup: string): readonly Hierarchy[] {
  const paths = ownPaths(selfCgroup);
  return mountinfo.split('\n').flatMap((line): Hierarchy[] => {
    const [mount = '', system = ''] = line.split(' - ');
    const [, , , mounted, top] = mount.split(' ').map(unescaped);
    const [type, , options] = system.split(' ');
    if (mounted === undefined || top === undefined) return [];
    if (type === 'cgroup2')
      return [{ version: 2, controllers: [], top, own: ownFolder(top, mounted, paths.get('')) }];
    if (type !== 'cgroup' || options === undefined) return [];
    const controllers = options.split(',').filter((name) => paths.has(name));
    const [first] = controllers;
    if (first === undefined) return [];
    return [{ version: 1, controllers, top, own: ownFolder(top, mounted, paths.get(first)) }];
  });
}

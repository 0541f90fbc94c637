import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration } from 'webpack';
import { buildCache, rulesIn, type BuildCache } from './tooling/cli/src/preset/build-cache';
import { commonConfig as preset, type Mode } from './tooling/cli/src/preset/common-config';

export type { Mode };

export const ROOT = dirname(fileURLToPath(import.meta.url));

/** The builds of this checkout share one cache. The rules themselves are the command line's: a team's remote has the same. */
export const CACHE: BuildCache = {
  ...buildCache(ROOT, [fileURLToPath(import.meta.url), ...rulesIn(join(ROOT, 'tooling/webpack'))]),
  directory: join(ROOT, '.cache/webpack'),
};

/** The build preset for a package of this checkout. */
export const commonConfig = (name: string, folder: string, mode: Mode): Configuration =>
  preset({ name, folder, mode, cache: CACHE });

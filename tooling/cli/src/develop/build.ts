import { BuiltRemote } from '@sitedeck/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type Configuration, type Stats } from 'webpack';
import { buildCache } from '../preset/build-cache';
import { prune } from '../preset/prune';
import { remoteBuild } from '../preset/remote-build';
import { CommandRefusal } from '../refusal';

export interface BuiltFolder {
  /** Absolute path. */
  readonly folder: string;
  readonly built: BuiltRemote;
}

/** Reads the last build of a remote from its `dist`. */
export function readBuilt(folder: string): BuiltFolder {
  const dist = join(folder, 'dist');
  return {
    folder: dist,
    built: BuiltRemote.parse(JSON.parse(readFileSync(join(dist, 'remote.json'), 'utf8'))),
  };
}

/** Builds a remote into its `dist`, as it will be published. */
export async function buildRemote(folder: string): Promise<BuiltFolder> {
  const stats = await compile(remoteBuild(folder, 'production', buildCache(folder)));
  if (stats.hasErrors())
    throw new CommandRefusal(
      `It does not build:\n${stats.toString({ preset: 'errors-only', colors: false })}`,
    );
  const files = stats.compilation.getAssets().map(({ name }) => name);
  prune(join(folder, 'dist'), new Set(files));
  return readBuilt(folder);
}

function compile(configuration: Configuration): Promise<Stats> {
  const compiler = webpack(configuration);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      // Closing writes the cache to disk.
      compiler.close(() => {
        if (stats) resolve(stats);
        else reject(error ?? new Error('the build gave no result'));
      });
    });
  });
}

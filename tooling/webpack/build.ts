import { join } from 'node:path';
import webpack, { type MultiStats, type Stats } from 'webpack';
import { configurations, type PackageBuilds } from './configurations';
import { folderOf } from './packages';
import { writePages } from './pages';
import { prune } from './prune';

/** `tsx tooling/webpack/build.ts [package…]`: builds front-end packages, all of them in one process. */
async function main(names: readonly string[]): Promise<void> {
  const packages = configurations(names, 'production');
  const stats = await compile(packages);
  if (stats.hasErrors() || stats.hasWarnings()) console.log(stats.toString({ preset: 'errors-warnings' }));
  if (stats.hasErrors()) {
    process.exitCode = 1;
    return;
  }
  for (const one of packages) await finish(one, stats);
}

/** Pages of the shell, then the removal of what the last build left. */
async function finish({ pack, builds }: PackageBuilds, stats: MultiStats): Promise<void> {
  const folder = folderOf(pack);
  const pages = pack.kind === 'shell' ? await writePages(folder, shellScripts(stats)) : [];
  const assets = builds.flatMap(({ name }) =>
    stats.stats
      .filter(({ compilation }) => compilation.name === name)
      .flatMap(({ compilation }) => compilation.getAssets().map((asset) => asset.name)),
  );
  prune(join(folder, 'dist'), new Set([...pages, ...assets]));
}

function compile(packages: readonly PackageBuilds[]): Promise<MultiStats> {
  const compiler = webpack(packages.flatMap(({ builds }) => builds));
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

function shellScripts(all: MultiStats) {
  return { react: entryOf(all, 'react'), signin: entryOf(all, 'signin'), console: entryOf(all, 'console') };
}

function entryOf({ stats }: MultiStats, name: string): string {
  const build = stats.find((one: Stats) => one.compilation.name === name);
  const file = build?.compilation.entrypoints
    .get(name)
    ?.getFiles()
    .find((one) => one.endsWith('.js'));
  if (file === undefined) throw new Error(`the build ${name} has no script`);
  return `/${file}`;
}

await main(process.argv.slice(2));

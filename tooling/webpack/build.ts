import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type MultiStats, type Stats } from 'webpack';
import { configurations, type PackageBuilds } from './configurations';
import { folderOf } from './packages';
import { integrityOf, shortIntegrityOf } from '../cli/src/preset/check-scripts';
import type { IntegrityHashes } from './page-template';
import { writeEmbedLoader } from './embed-loader';
import { writePages, type BuiltScripts, type ShellScripts } from './pages';
import { prune } from '../cli/src/preset/prune';

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

/** Writes the pages of the shell, then removes files of earlier builds. */
async function finish({ pack, builds }: PackageBuilds, stats: MultiStats): Promise<void> {
  const folder = folderOf(pack);
  const pages = pack.kind === 'shell' ? await writeShell(folder, stats) : [];
  const assets = builds.flatMap(({ name }) =>
    stats.stats
      .filter(({ compilation }) => compilation.name === name)
      .flatMap(({ compilation }) => compilation.getAssets().map((asset) => asset.name)),
  );
  prune(join(folder, 'dist'), new Set([...pages, ...assets]));
}

async function writeShell(folder: string, stats: MultiStats): Promise<readonly string[]> {
  const scripts = shellScripts(folder, stats);
  const embed = scriptsOf(folder, buildNamed(stats, 'embed'));
  return [
    ...(await writePages(folder, scripts)),
    ...(await writeEmbedLoader(folder, { react: scripts.react, embed })),
  ];
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

const shellScripts = (folder: string, stats: MultiStats): ShellScripts => ({
  react: scriptsOf(folder, buildNamed(stats, 'react')),
  signin: scriptsOf(folder, buildNamed(stats, 'signin')),
  console: scriptsOf(folder, buildNamed(stats, 'console')),
});

function buildNamed({ stats }: MultiStats, name: string): Stats {
  const build = stats.find((one: Stats) => one.compilation.name === name);
  if (!build) throw new Error(`there is no build ${name}`);
  return build;
}

/** Read the file: once it is written, webpack keeps only its size. */
function scriptsOf(folder: string, { compilation }: Stats): BuiltScripts {
  const { name = '' } = compilation;
  const isScript = (file: string) => file.endsWith('.js');
  const first = compilation.entrypoints.get(name)?.getFiles().filter(isScript) ?? [];
  if (first.length === 0) throw new Error(`the build ${name} has no script`);
  const later = compilation.getAssets().map((asset) => asset.name);
  const sums = (files: readonly string[], sumOf: (content: Buffer) => string): IntegrityHashes =>
    Object.fromEntries(files.map((file) => [`/${file}`, sumOf(readFileSync(join(folder, 'dist', file)))]));
  return {
    entry: sums(first, integrityOf),
    chunks: sums(later.filter((file) => isScript(file) && !first.includes(file)).sort(), shortIntegrityOf),
  };
}

await main(process.argv.slice(2));

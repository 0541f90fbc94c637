import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { commonConfig, ROOT } from '../../webpack.common';
import { integrityOf } from '../cli/src/preset/check-scripts';
import { folderOf, frontEndPackages } from '../webpack/packages';
import type { Scaffold } from './scaffolds';

export interface Monolith {
  /** Entry file of a product whose console is the monolith. */
  readonly main: string;
  remove(): void;
}

/** Source folders by the name of the remote. */
type Remotes = Readonly<Record<string, string>>;

/**
 * Builds the same shell and remotes in one webpack build without federation: every remote is in the first script, so a
 * page change loads nothing. The result is laid out as a built checkout, so that the same server serves it in the same
 * way.
 */
export async function buildMonolith(scaffolds: readonly Scaffold[]): Promise<Monolith> {
  const checkout = mkdtempSync(join(tmpdir(), 'sd-monolith-'));
  for (const built of ['server/dist', 'shell/dist', ...ownRemotes().map((folder) => `${folder}/dist`)])
    cpSync(join(ROOT, built), join(checkout, built), { recursive: true });
  symlinkSync(join(ROOT, 'server/node_modules'), join(checkout, 'server/node_modules'));
  const sources = Object.fromEntries([
    ...ownRemotes().map((folder) => [nameOf(folder), join(ROOT, folder)]),
    ...scaffolds.map(({ name, folder }) => [name, folder]),
  ]) as Remotes;
  const files = await compile(configuration(sources, join(checkout, 'shell/dist')));
  writePage(join(checkout, 'shell/dist'), files);
  return {
    main: join(checkout, 'server/dist/main.mjs'),
    remove: () => rmSync(checkout, { recursive: true, force: true }),
  };
}

const ownRemotes = (): readonly string[] =>
  frontEndPackages()
    .filter(({ kind }) => kind === 'remote')
    .map(({ folder }) => folder);

const nameOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(ROOT, folder, 'remote.json'), 'utf8')) as { name: string }).name;

const HERE = import.meta.dirname;

function configuration(remotes: Remotes, dist: string): Configuration {
  const shell = frontEndPackages().find(({ kind }) => kind === 'shell');
  if (!shell) throw new Error('packages.json has no shell');
  const folder = folderOf(shell);
  const common = commonConfig('monolith', folder, 'production');
  const instead = (name: string, file: string) =>
    new webpack.NormalModuleReplacementPlugin(new RegExp(`^\\.{1,2}/(?:.+/)?${name}$`), join(HERE, file));
  return {
    ...common,
    entry: { monolith: [firstModule(remotes), './src/boot/console.ts'] },
    output: { ...common.output, path: dist, publicPath: '/', uniqueName: 'sitedeck-monolith' },
    plugins: [
      ...(common.plugins ?? []),
      instead('load-remote', 'static-remotes.ts'),
      instead('RemoteArea', 'StaticArea.tsx'),
    ],
  };
}

/** Source of the first module, which imports every remote; only here are their names and folders known. */
function firstModule(remotes: Remotes): string {
  const sources = Object.entries(remotes);
  const text = [
    `import { registerStaticRemotes } from ${JSON.stringify(join(HERE, 'static-remotes.ts'))};`,
    ...sources.map(
      ([, folder], at) => `import * as remote${at} from ${JSON.stringify(join(folder, 'src/app.tsx'))};`,
    ),
    `registerStaticRemotes({ ${sources.map(([name], at) => `${JSON.stringify(name)}: remote${at}`).join(', ')} });`,
  ].join('\n');
  return `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
}

interface Built {
  readonly first: readonly string[];
  readonly later: readonly string[];
}

function compile(config: Configuration): Promise<Built> {
  const compiler = webpack(config);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      // Closing writes the cache to disk.
      compiler.close(() => {
        if (!stats || stats.hasErrors()) {
          reject(error ?? new Error(stats?.toString({ preset: 'errors-only' })));
          return;
        }
        const isScript = (file: string) => file.endsWith('.js');
        const first = stats.compilation.entrypoints.get('monolith')?.getFiles().filter(isScript) ?? [];
        const all = stats.compilation.getAssets().map(({ name }) => name);
        resolve({ first, later: all.filter((file) => isScript(file) && !first.includes(file)) });
      });
    });
  });
}

/** Replaces the scripts in the console's page by those of the monolith. */
function writePage(dist: string, { first, later }: Built): void {
  const sumOf = (file: string) => integrityOf(readFileSync(join(dist, file)));
  const sums = Object.fromEntries(later.map((file) => [`/${file}`, sumOf(file)]));
  const scripts = first.map((file) => `<script defer src="/${file}" integrity="${sumOf(file)}"></script>`);
  const page = join(dist, 'index.html');
  const html = readFileSync(page, 'utf8')
    .replace(/(?<=id="sitedeck-integrity">).*?(?=<\/script>)/s, () => JSON.stringify(sums))
    .replace(/<script defer src="\/assets\/console\.[^>]+><\/script>/, () => scripts.join('\n'));
  if (!scripts.every((script) => html.includes(script))) throw new Error('the page names no console script');
  writeFileSync(page, html);
}

import { parseArgs } from 'node:util';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { configurations, type PackageBuilds } from './configurations';
import { devPage } from './dev-page';

const HELP = `npm run dev -- [remote…] [--against http://localhost:8080]

Serves the shell and the named remotes from source, with live reload, against a running server (npm start).
Other remotes, the API and the sites come from that server.`;

const options = {
  against: { type: 'string', default: 'http://localhost:8080' },
  help: { type: 'boolean' },
} as const;

/** Hashed names would pile up in memory and the page could not know them. */
function underPlainNames(build: Configuration): Configuration {
  const plain = (name: unknown) =>
    typeof name === 'string' ? name.replace('.[contenthash:12]', '') : undefined;
  const { filename, chunkFilename } = build.output ?? {};
  return {
    ...build,
    output: { ...build.output, ...named({ filename: plain(filename), chunkFilename: plain(chunkFilename) }) },
  };
}

/** Only what has a value: the option's type knows no `undefined`. */
function named(names: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => (name === undefined ? [] : [[key, name]])),
  );
}

/** Live reload, not hot replacement: React Refresh stops at the boundary between shell and remote. */
const SERVER: WebpackDevServer.Configuration = {
  host: 'localhost',
  hot: false,
  liveReload: true,
  static: false,
  headers: { 'access-control-allow-origin': '*' },
  client: { logging: 'warn', overlay: { warnings: false } },
};

async function serve({ pack, builds }: PackageBuilds, own: WebpackDevServer.Configuration): Promise<void> {
  const compiler = webpack(builds.map(underPlainNames));
  await new WebpackDevServer({ ...SERVER, ...own, port: pack.devPort }, compiler).start();
  console.log(`${pack.name.padEnd(10)} http://localhost:${pack.devPort}/`);
}

/** The server checks that calls come from its own pages: through here they do. */
function shellServer(against: string, remotes: ReadonlyMap<string, number>): WebpackDevServer.Configuration {
  return {
    proxy: [
      {
        context: ['/api', '/fs', '/config.json', '/remotes', '/docs'],
        target: against,
        changeOrigin: true,
        headers: { origin: against },
      },
    ],
    setupMiddlewares: (middlewares) => [
      ...middlewares,
      { name: 'page', middleware: devPage(against, remotes) },
    ],
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const against = new URL(values.against).origin;
  const packages = configurations(['shell', ...positionals], 'development');
  const remotes = new Map(
    packages.filter(({ pack }) => pack.kind === 'remote').map(({ pack }) => [pack.name, pack.devPort]),
  );
  for (const one of packages)
    await serve(one, one.pack.kind === 'shell' ? shellServer(against, remotes) : {});
}

await main();

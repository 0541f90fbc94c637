import { parseArgs } from 'node:util';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { describeDev, devPage, withRemotes } from '../cli/src/develop/dev-page';
import { DEV_SERVER, proxyTo, withoutContentHashes } from '../cli/src/develop/dev-server';
import { configurations, type PackageBuilds } from './configurations';
import { shellFromHere } from './dev-shell';

const HELP = `npm run dev -- [remote…] [--against http://localhost:8080]

Serves the shell and the named remotes from source, with live reload, against a running server (npm start).
Other remotes, the API and the sites come from that server.`;

const options = {
  against: { type: 'string', default: 'http://localhost:8080' },
  help: { type: 'boolean' },
} as const;

async function serve({ pack, builds }: PackageBuilds, own: WebpackDevServer.Configuration): Promise<void> {
  const compiler = webpack(builds.map(withoutContentHashes));
  await new WebpackDevServer({ ...DEV_SERVER, ...own, port: pack.devPort }, compiler).start();
  console.log(`${pack.name.padEnd(10)} http://localhost:${pack.devPort}/`);
}

function shellServer(server: string, bases: readonly string[]): WebpackDevServer.Configuration {
  const page = devPage(server, async (text) => withRemotes(shellFromHere(text), await describeDev(bases)));
  return {
    proxy: proxyTo(server, ['/api', '/fs', '/config.json', '/boot.json', '/remotes', '/docs', '/help']),
    setupMiddlewares: (middlewares) => [...middlewares, { name: 'page', middleware: page }],
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const server = new URL(values.against).origin;
  const packages = configurations(['shell', ...positionals], 'development');
  const bases = packages
    .filter(({ pack }) => pack.kind === 'remote')
    .map(({ pack }) => `http://localhost:${pack.devPort}/`);
  for (const one of packages) await serve(one, one.pack.kind === 'shell' ? shellServer(server, bases) : {});
}

await main();

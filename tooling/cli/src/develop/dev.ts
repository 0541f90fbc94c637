import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { buildCache } from '../preset/build-cache';
import { remoteBuild } from '../preset/remote-build';
import { manifestOf } from '../remote/which-remote';
import { DEV_SERVER, proxyTo, withoutContentHashes } from './dev-server';
import { describeDev, devPage, withRemotes } from './dev-page';

interface DevOptions {
  readonly folder: string;
  /** Origin of the running console. */
  readonly server: string;
  readonly port: number;
}

/** Path of the remote under development; every other path of this origin belongs to the running console. */
const OWN = '/sitedeck-dev/';

/** Serves the running console with this remote from source: one origin, the browser's session, live reload. */
export async function developRemote({ folder, server, port }: DevOptions): Promise<string> {
  const { routes } = manifestOf(folder);
  const build = withoutContentHashes(remoteBuild(folder, 'development', buildCache(folder)));
  const compiler = webpack({ ...build, output: { ...build.output, publicPath: 'auto' } });
  const origin = `http://localhost:${port}`;
  const page = devPage(server, async (text) =>
    withRemotes(
      text,
      (await describeDev([`${origin}${OWN}`])).map((remote) => ({ ...remote, base: OWN })),
    ),
  );
  const dev = new WebpackDevServer(
    {
      ...DEV_SERVER,
      port,
      devMiddleware: { publicPath: OWN },
      setupMiddlewares: (middlewares) => [{ name: 'page', middleware: page }, ...middlewares],
      proxy: proxyTo(server, [
        '/api',
        '/fs',
        '/assets',
        '/remotes',
        '/config.json',
        '/boot.json',
        '/docs',
        '/help',
        '/embed.js',
      ]),
    },
    compiler,
  );
  await dev.start();
  return `${origin}${routes[0]?.path ?? '/'}`;
}

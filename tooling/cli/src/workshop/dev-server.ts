import type { Configuration } from 'webpack';
import type WebpackDevServer from 'webpack-dev-server';

/** Hashed names would pile up in memory and the page could not know them. */
export function underPlainNames(build: Configuration): Configuration {
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
export const DEV_SERVER: WebpackDevServer.Configuration = {
  host: 'localhost',
  hot: false,
  liveReload: true,
  static: false,
  headers: { 'access-control-allow-origin': '*' },
  client: { logging: 'warn', overlay: { warnings: false } },
};

/** Everything else is the server's; it checks that calls come from its own pages: through here they do. */
export const passedOn = (against: string, paths: readonly string[]) => [
  { context: [...paths], target: against, changeOrigin: true, headers: { origin: against } },
];

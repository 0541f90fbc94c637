import type { Configuration } from 'webpack';
import type WebpackDevServer from 'webpack-dev-server';

/** Names without hashes: hashed ones would pile up in memory, and the page could not know them. */
export function withoutContentHashes(build: Configuration): Configuration {
  const plain = (name: unknown) =>
    typeof name === 'string' ? name.replace('.[contenthash:12]', '') : undefined;
  const { filename, chunkFilename } = build.output ?? {};
  return {
    ...build,
    output: { ...build.output, ...named({ filename: plain(filename), chunkFilename: plain(chunkFilename) }) },
  };
}

/** Omits undefined values, which the type of the option does not allow. */
function named(names: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => (name === undefined ? [] : [[key, name]])),
  );
}

/** Live reload instead of hot replacement: React Refresh stops at the boundary between shell and remote. */
export const DEV_SERVER: WebpackDevServer.Configuration = {
  host: 'localhost',
  hot: false,
  liveReload: true,
  static: false,
  headers: { 'access-control-allow-origin': '*' },
  client: { logging: 'warn', overlay: { warnings: false } },
};

/**
 * Passes all other paths on to the server. It accepts calls from its own pages only, and through this proxy they are.
 */
export const proxyTo = (server: string, paths: readonly string[]) => [
  { context: [...paths], target: server, changeOrigin: true, headers: { origin: server } },
];

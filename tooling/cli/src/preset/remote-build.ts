import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { join } from 'node:path';
import type { Configuration } from 'webpack';
import type { BuildCache } from './build-cache';
import { commonConfig, type Mode } from './common-config';
import { cardModules, MODULES } from './exposed-modules';
import { EXPERIMENTS, FEDERATION, remoteGlobal } from './federation';
import { RemoteDescription } from './remote-description';
import { readManifest } from './remote-manifest';
import { consumedShares } from './shares';
import { StylesWithNonce } from './styles-with-nonce';

/**
 * Build of one remote: its two exposed modules and those of its cards. It contains no share; the federation runtime
 * comes from the console.
 */
export function remoteBuild(folder: string, mode: Mode, cache: BuildCache): Configuration {
  const manifest = readManifest(folder);
  const { name, version } = manifest;
  const common = commonConfig({ name, folder, mode, cache });
  const global = remoteGlobal(name, version);
  return {
    ...common,
    entry: {},
    output: {
      ...common.output,
      path: join(folder, 'dist'),
      publicPath: 'auto',
      // Includes the version: under an unchanged name, a new registration would still run the old code.
      uniqueName: global,
      filename: '[name].[contenthash:12].js',
      chunkFilename: '[name].[contenthash:12].js',
      assetModuleFilename: '[name].[contenthash:12][ext]',
    },
    plugins: [
      ...(common.plugins ?? []),
      new ModuleFederationPlugin({
        ...FEDERATION,
        name,
        library: { type: 'var', name: global },
        filename: mode === 'production' ? 'remoteEntry.[contenthash:12].js' : 'remoteEntry.js',
        exposes: { ...cardModules(manifest), ...MODULES },
        shared: consumedShares(folder),
        experiments: { ...EXPERIMENTS, externalRuntime: true },
      }),
      new StylesWithNonce(),
      new RemoteDescription(manifest, global),
    ],
  };
}

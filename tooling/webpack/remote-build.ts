import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { RemoteManifest } from '@sitedeck/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from 'webpack';
import { commonConfig, type Mode } from '../../webpack.common';
import { EXPERIMENTS, FEDERATION, remoteGlobal } from './federation';
import { RemoteDescription } from './remote-description';
import { consumedShares } from './shares';

export function readManifest(folder: string): RemoteManifest {
  return RemoteManifest.parse(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')));
}

/** One remote: two doors, no share of its own, the federation runtime taken from the console. */
export function remoteBuild(folder: string, mode: Mode): Configuration {
  const manifest = readManifest(folder);
  const { name, version } = manifest;
  const common = commonConfig(name, folder, mode);
  const global = remoteGlobal(name, version);
  return {
    ...common,
    entry: {},
    output: {
      ...common.output,
      path: join(folder, 'dist'),
      publicPath: 'auto',
      // With the version: a re-registration under the same name would still run the old code.
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
        exposes: { './app': './src/app.tsx', './mount': './src/mount.tsx' },
        shared: consumedShares(),
        experiments: { ...EXPERIMENTS, externalRuntime: true },
      }),
      new RemoteDescription(manifest, global),
    ],
  };
}

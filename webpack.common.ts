import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import TerserPlugin from 'terser-webpack-plugin';
import { NormalModuleReplacementPlugin, type Configuration } from 'webpack';
import { CompressAssets } from './tooling/webpack/compress-assets';

export const ROOT = dirname(fileURLToPath(import.meta.url));

/** Digest of everything that decides how sources become output, the sources apart. */
const CONFIGURATION = digestOf([
  fileURLToPath(import.meta.url),
  join(ROOT, 'pnpm-lock.yaml'),
  ...readdirSync(join(ROOT, 'tooling/webpack'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(ROOT, 'tooling/webpack', file)),
]);

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

export type Mode = 'production' | 'development';

/** CHUNK_TIMEOUT_MS of the contract; webpack reads its configuration before workspace sources can be imported cheaply. */
const CHUNK_TIMEOUT_MS = 120_000;

/** React comes from one script of its own and is a global of the page: no build but `react` holds a copy. */
const REACT_EXTERNALS = {
  react: 'SitedeckReact.React',
  'react-dom': 'SitedeckReact.ReactDom',
  'react-dom/client': 'SitedeckReact.ReactDomClient',
  'react/jsx-runtime': 'SitedeckReact.JsxRuntime',
};

/** What every front-end build has in common: TypeScript by swc, small output, precompressed files, a disk cache. */
export function commonConfig(name: string, context: string, mode: Mode): Configuration {
  const isProduction = mode === 'production';
  return {
    name,
    context,
    mode,
    target: ['web', 'es2022'],
    devtool: isProduction ? false : 'cheap-module-source-map',
    externals: name === 'react' ? {} : REACT_EXTERNALS,
    resolve: {
      extensions: ['.tsx', '.ts', '.js', '.mjs'],
      alias: { zod$: join(ROOT, 'tooling/webpack/absent-zod.ts') },
    },
    output: {
      filename: 'assets/[name].[contenthash:12].js',
      chunkFilename: 'assets/[name].[contenthash:12].js',
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
      chunkLoadTimeout: CHUNK_TIMEOUT_MS,
      crossOriginLoading: 'anonymous',
      hashFunction: 'sha256',
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'swc-loader',
          options: {
            jsc: {
              target: 'es2022',
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
            },
          },
        },
        { test: /\.css$/, type: 'asset/source' },
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
        // These do not say so themselves, and a validator of forms came along for one context.
        { test: /[\\/]node_modules[\\/]@(?:rc-component|ant-design)[\\/].+\.js$/, sideEffects: false },
      ],
    },
    optimization: {
      minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false })],
      splitChunks: false,
    },
    plugins: [
      new NormalModuleReplacementPlugin(
        /[\\/]axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/,
        join(ROOT, 'tooling/webpack/absent-fetch-adapter.ts'),
      ),
      ...(isProduction ? [new CompressAssets()] : []),
    ],
    cache: {
      type: 'filesystem',
      name: `${name}-${mode}`,
      // webpack's own tracking of its configuration does not follow TypeScript: a changed rule kept the old output.
      version: CONFIGURATION,
      cacheDirectory: join(ROOT, '.cache/webpack'),
    },
    // The budgets of `tooling/webpack/budgets.ts` are about what travels; webpack's hints are not.
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
}

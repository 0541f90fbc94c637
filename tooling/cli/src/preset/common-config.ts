import { createRequire } from 'node:module';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import type { BuildCache } from './build-cache';
import { CheckScripts } from './check-scripts';
import { CompressAssets } from './compress-assets';
import { standIn } from './package-folders';

export type Mode = 'production' | 'development';

/** Input of one build. */
export interface BuildPlan {
  readonly name: string;
  readonly folder: string;
  readonly mode: Mode;
  readonly cache: BuildCache;
}

/** A script chunk that takes longer has failed, ms. */
const CHUNK_TIMEOUT_MS = 120_000;

/** React comes from its own script as a global of the page: only the build `react` contains a copy. */
const REACT_EXTERNALS = {
  react: 'SitedeckReact.React',
  'react-dom': 'SitedeckReact.ReactDom',
  'react-dom/client': 'SitedeckReact.ReactDomClient',
  'react/jsx-runtime': 'SitedeckReact.JsxRuntime',
};

/** This package brings the loader, so the built folder need not have it. */
const LOADER = createRequire(import.meta.url).resolve('swc-loader');

/**
 * Configuration that all front-end builds share: TypeScript by swc, small output, precompressed files, a disk cache.
 */
export function commonConfig({ name, folder, mode, cache }: BuildPlan): Configuration {
  const isProduction = mode === 'production';
  return {
    name,
    context: folder,
    mode,
    target: ['web', 'es2022'],
    devtool: isProduction ? false : 'cheap-module-source-map',
    externals: name === 'react' ? {} : REACT_EXTERNALS,
    resolve: {
      extensions: ['.tsx', '.ts', '.js', '.mjs'],
      alias: { zod$: standIn('absent-zod.ts') },
    },
    output: {
      filename: 'assets/[name].[contenthash:12].js',
      chunkFilename: 'assets/[name].[contenthash:12].js',
      assetModuleFilename: 'assets/[name].[contenthash:12][ext]',
      chunkLoadTimeout: CHUNK_TIMEOUT_MS,
      crossOriginLoading: 'anonymous',
      hashFunction: 'sha256',
    },
    module: { rules: RULES },
    optimization: {
      minimizer: [
        new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false, terserOptions: SMALL }),
      ],
      splitChunks: false,
    },
    plugins: [
      new webpack.NormalModuleReplacementPlugin(
        /[\\/]axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/,
        standIn('absent-fetch-adapter.ts'),
      ),
      new webpack.NormalModuleReplacementPlugin(
        /[\\/]axios[\\/]lib[\\/](?:cancel|helpers)[\\/](?:HttpStatusCode|formDataToJSON|toFormData|toURLEncodedForm|CancelToken)\.js$/,
        standIn('absent-axios-part.ts'),
      ),
      new webpack.NormalModuleReplacementPlugin(
        /[\\/]@ant-design[\\/]fast-color[\\/].+[\\/]presetColors(?:\.js)?$/,
        standIn('absent-color-names.ts'),
      ),
      // Sources under development change while the page is open, so no hash would stay valid.
      ...(isProduction ? [new CheckScripts(), new CompressAssets()] : []),
    ],
    cache: {
      type: 'filesystem',
      name: `${name}-${mode}`,
      version: cache.version,
      cacheDirectory: cache.directory,
    },
    // Our budgets count transferred bytes; webpack's hints do not.
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
  };
}

/** A second pass removes definitions that only a removed one used. */
const SMALL = { compress: { passes: 4 } };

const RULES: RuleSetRule[] = [
  {
    test: /\.tsx?$/,
    loader: LOADER,
    options: {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        // The production runtime also in development, since a running console has no other React.
        transform: { react: { runtime: 'automatic', development: false } },
        // `with { type: 'bytes' }` is handled by the bundler.
        experimental: { keepImportAttributes: true },
      },
    },
  },
  { test: /\.css$/, type: 'asset/source' },
  { test: /\.m?js$/, resolve: { fullySpecified: false } },
  // These packages do not declare that they have no side effects; without this, one context would load a form
  // validator.
  { test: /[\\/]node_modules[\\/]@(?:rc-component|ant-design)[\\/].+\.js$/, sideEffects: false },
];

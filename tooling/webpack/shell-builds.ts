import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { join } from 'node:path';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { commonConfig, type Mode } from '../../webpack.common';
import { EXPERIMENTS, FEDERATION } from '../cli/src/preset/federation';
import { standIn } from '../cli/src/preset/package-folders';
import { lateShares, providedShares } from '../cli/src/preset/shares';
import { StylesWithNonce } from '../cli/src/preset/styles-with-nonce';
import { InsideShadowRoot } from './inside-shadow-root';

const SITE = { publicPath: '/' } as const;

/**
 * The scripts of the shell. `react`: React for all scripts. `signin`: the sign-in page alone, so that it is ready in
 * half a second. `console`: federation runtime, SDK, UI core and the shell itself, loaded after sign-in. `embed`: the
 * same for a portal's page, which has none of it loaded, so its first script must be small; not built by the dev
 * server.
 */
export function shellBuilds(folder: string, mode: Mode): Configuration[] {
  const console = [reactBuild(folder, mode), signInBuild(folder, mode), consoleBuild(folder, mode)];
  return mode === 'production' ? [...console, embedBuild(folder, mode)] : console;
}

const ENTRIES = {
  react: './src/boot/react.ts',
  signin: './src/boot/signin.tsx',
  console: './src/boot/console.ts',
  embed: './src/embed/embed.ts',
} as const;

function build(name: keyof typeof ENTRIES, folder: string, mode: Mode): Configuration {
  const common = commonConfig(name, folder, mode);
  return {
    ...common,
    entry: { [name]: ENTRIES[name] },
    output: { ...common.output, ...SITE, path: join(folder, 'dist'), uniqueName: `sitedeck-${name}` },
  };
}

function reactBuild(folder: string, mode: Mode): Configuration {
  const config = build('react', folder, mode);
  return { ...config, output: { ...config.output, library: { name: 'SitedeckReact', type: 'var' } } };
}

function signInBuild(folder: string, mode: Mode): Configuration {
  const config = build('signin', folder, mode);
  const withoutKeyDerivation = new webpack.NormalModuleReplacementPlugin(
    /[\\/]crypto-js[\\/](?:md5|evpkdf)\.js$/,
    standIn('absent-key-derivation.ts'),
  );
  return { ...config, plugins: [...(config.plugins ?? []), withoutKeyDerivation] };
}

const CHUNKS = {
  chunks: 'async',
  cacheGroups: {
    default: false,
    defaultVendors: false,
    // Code that two lazy facades of the kit share is loaded once, in one request.
    'ui-common': {
      test: /[\\/]node_modules[\\/](?:antd|@rc-component)[\\/]/,
      minChunks: 2,
      name: 'ui-common',
      enforce: true,
    },
    // Home uses this code but none of the kit's tables: keep it out of their script.
    query: {
      test: /[\\/](?:node_modules[\\/](?:@reduxjs|reselect|@standard-schema)|shared[\\/]sdk[\\/]src)[\\/]/,
      minChunks: 1,
      name: 'query',
      enforce: true,
    },
    // Languages of the editor share parsers in many combinations; loading a small parser twice is cheaper than a
    // request for it.
    editor: { test: /[\\/]node_modules[\\/]@(?:codemirror|lezer)[\\/]/, minChunks: 2, minSize: 20_000 },
  },
} as const;

/** Keeps only the definitions of the contract that these scripts use. */
const USED_DEFINITIONS: RuleSetRule = {
  test: /[\\/]shared[\\/]contract[\\/]src[\\/].+\.ts$/,
  enforce: 'post',
  loader: join(import.meta.dirname, 'pure-definitions.cjs'),
};

/** Keeps only the components of libraries that these scripts use: of the router, neither links nor forms. */
const USED_COMPONENTS: RuleSetRule = {
  test: /[\\/]node_modules[\\/](?:react-router[\\/].+\.mjs|antd[\\/]es[\\/].+\.js)$/,
  loader: join(import.meta.dirname, 'pure-components.cjs'),
};

const withUsedCode = ({ module }: Configuration): webpack.ModuleOptions => ({
  ...module,
  rules: [...(module?.rules ?? []), USED_DEFINITIONS, USED_COMPONENTS],
});

function consoleBuild(folder: string, mode: Mode): Configuration {
  const config = build('console', folder, mode);
  return {
    ...config,
    module: withUsedCode(config),
    optimization: { ...config.optimization, splitChunks: CHUNKS },
    plugins: [
      ...(config.plugins ?? []),
      new ModuleFederationPlugin({
        ...FEDERATION,
        name: 'shell',
        shared: providedShares(folder),
        experiments: EXPERIMENTS,
        runtimePlugins: runtimePlugins(folder),
      }),
    ],
  };
}

const runtimePlugins = (folder: string): string[] => [
  join(folder, 'src/remotes/share-runtime-core.ts'),
  join(folder, 'src/remotes/guard-entry.ts'),
];

function embedBuild(folder: string, mode: Mode): Configuration {
  const config = build('embed', folder, mode);
  return {
    ...config,
    module: withUsedCode(config),
    // Load chunks from the console's origin, whichever page runs the script.
    output: { ...config.output, publicPath: 'auto' },
    optimization: { ...config.optimization, splitChunks: CHUNKS },
    plugins: [
      ...(config.plugins ?? []),
      new InsideShadowRoot(),
      new StylesWithNonce(),
      new ModuleFederationPlugin({
        ...FEDERATION,
        // A portal may have a federation of its own.
        name: 'sitedeck_embed',
        shared: lateShares(folder),
        experiments: EXPERIMENTS,
        runtimePlugins: runtimePlugins(folder),
      }),
    ],
  };
}

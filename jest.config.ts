/** @jest-config-loader esbuild-register */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from 'jest';

/** What runs the tests of a project. In `browser` and `quiet-node`, a test that prints to the console fails. */
type Engine = 'browser' | 'quiet-node' | 'node';

/** Packages that exist only as ES modules: jest runs CommonJS, so these are turned into it on the way in. */
const MODULES_ONLY = [
  '@noble/hashes',
  'cookie',
  'kysely',
  'pg-boss',
  'altcha-lib',
  'serialize-error',
  'non-error',
  'tagged-tag',
  'p-retry',
  'is-network-error',
  'punycode',
];

/**
 * pnpm keeps a package at `.pnpm/<name>@<version>/node_modules/<name>/`; the last `node_modules` decides.
 * Folders named `es` or `esm` hold ES modules in packages that offer both (antd and its parts).
 */
const untouched = `/node_modules/(?!\\.pnpm/|(?:${MODULES_ONLY.join('|')})/|.+/esm?/)`;

const ourSources = join(__dirname, 'tooling/jest/typescript.cjs');

const PAGE_SETUP = ['patience', 'quick-pages'].map((name) => join(__dirname, `tooling/jest/${name}.ts`));

/** All projects share one id, which names the cache of compiled files: a file is compiled once for all of them. */
function project(name: string, engine: Engine, folders: readonly string[]): Config & { displayName: string } {
  return {
    displayName: name,
    id: 'sitedeck',
    rootDir: __dirname,
    roots: folders.map((folder) => join(__dirname, folder)),
    testEnvironment: join(__dirname, `tooling/jest/${engine}-environment.ts`),
    testMatch: ['**/*.test.{ts,tsx}'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/'],
    modulePathIgnorePatterns: folders.map((folder) => `<rootDir>/${folder}/dist/`),
    transformIgnorePatterns: [untouched],
    transform: {
      '^.+\\.tsx?$': ourSources,
      // Hashing reads an export a hundred million times: esbuild makes a getter of each, TypeScript sets values.
      '/@noble/hashes/.+\\.js$': ourSources,
      '^.+\\.m?js$': join(__dirname, 'tooling/jest/module-to-commonjs.cjs'),
      '^.+\\.css$': join(__dirname, 'tooling/jest/style-sheet.cjs'),
    },
    moduleNameMapper: {
      '^@ant-design/icons$': join(__dirname, 'tooling/jest/icons.cjs'),
      '^\\.\\./locales/index\\.cjs$': join(__dirname, 'tooling/jest/one-language.cjs'),
    },
    moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
    setupFilesAfterEnv: engine === 'browser' ? PAGE_SETUP : [],
    restoreMocks: true,
  };
}

const remotes = readdirSync(join(__dirname, 'remotes'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => `remotes/${entry.name}`);

/** The command line is tested against a real server. */
const server = {
  ...project('server', 'node', ['server', 'tooling']),
  globalSetup: join(__dirname, 'server/testing/global-setup.ts'),
  globalTeardown: join(__dirname, 'server/testing/global-teardown.ts'),
};

/** Most files share one product; those that need a special one, or harm it, start their own. */
const e2e = {
  ...project('e2e', 'node', ['e2e']),
  testEnvironment: join(__dirname, 'tooling/jest/visit-environment.ts'),
  globalSetup: join(__dirname, 'e2e/src/global-setup.ts'),
  globalTeardown: join(__dirname, 'e2e/src/global-teardown.ts'),
};

const config: Config = {
  projects: [
    project('contract', 'quiet-node', ['shared/contract']),
    project('pages', 'browser', ['shared/sdk', 'shared/ui', 'shell', ...remotes]),
    server,
    e2e,
  ],
  // One more than the processors of a small machine: many wait for an engine, a poll or a page.
  maxWorkers: 3,
  // Ends a test that hangs: on a busy machine a test may take many times what it takes on a quiet one.
  testTimeout: 240_000,
  passWithNoTests: true,
};

// jest reads the default export of its configuration.
export default config;

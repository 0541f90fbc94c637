/** @jest-config-loader esbuild-register */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from 'jest';
import base from './tsconfig.base.json';

type Place = 'browser' | 'node';

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
];

const compilerOptions = {
  ...base.compilerOptions,
  module: 'CommonJS',
  rootDir: __dirname,
  moduleResolution: 'bundler',
  verbatimModuleSyntax: false,
  isolatedModules: true,
  sourceMap: true,
  inlineSources: true,
};

/**
 * pnpm keeps a package at `.pnpm/<name>@<version>/node_modules/<name>/`; the last `node_modules` decides.
 * Folders named `es` or `esm` hold ES modules in packages that offer both (antd and its parts).
 */
const untouched = `/node_modules/(?!\\.pnpm/|(?:${MODULES_ONLY.join('|')})/|.+/esm?/)`;

function project(folder: string, place: Place): Config & { displayName: string } {
  return {
    displayName: folder,
    rootDir: join(__dirname, folder),
    testEnvironment: place === 'browser' ? join(__dirname, 'tooling/jest/browser-environment.ts') : 'node',
    testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/'],
    modulePathIgnorePatterns: ['<rootDir>/dist/'],
    transformIgnorePatterns: [untouched],
    transform: {
      '^.+\\.tsx?$': [
        'ts-jest',
        {
          tsconfig: compilerOptions,
          astTransformers: { before: [join(__dirname, 'tooling/jest/import-meta.ts')] },
        },
      ],
      '^.+\\.m?js$': join(__dirname, 'tooling/jest/module-to-commonjs.cjs'),
      '^.+\\.css$': join(__dirname, 'tooling/jest/style-sheet.cjs'),
    },
    moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
    setupFilesAfterEnv: place === 'browser' ? [join(__dirname, 'tooling/jest/patience.ts')] : [],
    restoreMocks: true,
  };
}

const remotes = readdirSync(join(__dirname, 'remotes'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => project(`remotes/${entry.name}`, 'browser'));

const server = {
  ...project('server', 'node'),
  globalSetup: join(__dirname, 'server/src/testing/global-setup.ts'),
  globalTeardown: join(__dirname, 'server/src/testing/global-teardown.ts'),
};

/** The command line is tested against a real server. */
const tooling = {
  ...project('tooling', 'node'),
  globalSetup: server.globalSetup,
  globalTeardown: server.globalTeardown,
};

/** Most files share one product; those that need a special one, or harm it, start their own. */
const e2e = {
  ...project('e2e', 'node'),
  testEnvironment: join(__dirname, 'tooling/jest/visit-environment.ts'),
  globalSetup: join(__dirname, 'e2e/src/global-setup.ts'),
  globalTeardown: join(__dirname, 'e2e/src/global-teardown.ts'),
};

const config: Config = {
  projects: [
    project('shared/contract', 'node'),
    project('shared/sdk', 'browser'),
    project('shared/ui', 'browser'),
    project('shell', 'browser'),
    ...remotes,
    server,
    tooling,
    e2e,
  ],
  // One more than the processors of a small machine: many wait for an engine, a poll or a page.
  maxWorkers: 3,
  // Two busy cores: a slow machine is not a broken promise.
  testTimeout: 60_000,
  passWithNoTests: true,
};

// jest reads the default export of its configuration.
export default config;

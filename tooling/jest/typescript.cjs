// The jest transformer of all sources: ts-jest, one file at a time. `npm run lint` checks the types, once for all files.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const tsJest = require('ts-jest').default;
const { version: tsJestVersion } = require('ts-jest/package.json');
const { version: typescriptVersion } = require('typescript');
const base = require('../../tsconfig.base.json');

const ROOT = path.join(__dirname, '..', '..');
const IMPORT_META = path.join(__dirname, 'import-meta.cjs');

const OPTIONS = {
  tsconfig: {
    ...base.compilerOptions,
    rootDir: ROOT,
    module: 'CommonJS',
    moduleResolution: 'bundler',
    verbatimModuleSyntax: false,
    isolatedModules: true,
    sourceMap: true,
    inlineSources: true,
  },
  astTransformers: { before: [IMPORT_META] },
};

/** ts-jest gets the same configuration from every project, so that it reads the compiler's options once per worker. */
const CONFIG = {
  rootDir: ROOT,
  cwd: ROOT,
  globals: {},
  testMatch: ['**/*.test.{ts,tsx}'],
  testRegex: [],
  transform: [],
};

const transformer = tsJest.createTransformer(OPTIONS);

const SALT = [
  typescriptVersion,
  tsJestVersion,
  JSON.stringify(OPTIONS),
  readFileSync(IMPORT_META, 'utf8'),
].join('\0');

module.exports = {
  process: (source, file, options) => transformer.process(source, file, { ...options, config: CONFIG }),
  // ts-jest's own key holds the project's configuration: each project would compile each file again.
  getCacheKey: (source, file) => createHash('sha256').update(`${SALT}\0${file}\0${source}`).digest('hex'),
};

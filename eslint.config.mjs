import js from '@eslint/js';
import a11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**'];
const PROGRAMS = ['server/src/system/**', 'tooling/**'];

/** Files whose default export a tool reads. */
const READ_BY_TOOLS = [
  'jest.config.ts',
  'webpack.common.ts',
  '**/webpack.config.ts',
  '**/global-{setup,teardown}.ts',
  'tooling/jest/**',
  '**/*.d.ts',
];

const NO_DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'A name is searchable and stays the same everywhere: export by name.',
};
const FAR_PARENTS = {
  regex: '^(\\.\\./){3,}',
  message: 'Too far away: what two rooms need lives in one both may import.',
};
const CHILD_PROCESS = {
  regex: '^(node:)?child_process$',
  message: 'Only server/src/system starts programs (argv only): use system/exec.',
};

const restrictImports = (patterns) => ['error', { patterns }];

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '.cache/', 'data/', 'coverage/', 'docs/examples/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/max-params': ['error', { max: 3 }],
      '@typescript-eslint/no-restricted-imports': restrictImports([FAR_PARENTS, CHILD_PROCESS]),
      // Numbers read well in a template; everything else must say how it is printed.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A guard that ends a function reads best as one line: `return reply.end()`.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A value that is `T` and its schema of the same name belong together.
      '@typescript-eslint/no-redeclare': 'off',
      // A fault is plain data, matched by its code: an `instanceof` breaks between bundles.
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'file', name: 'Fault' }] }],
      // An async function without `await` turns what it throws into a rejection.
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 3],
      complexity: ['error', 15],
      eqeqeq: 'error',
    },
  },
  {
    files: ['{shell,remotes,shared}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    // Two rules that any file with a hook needs; the others compile each file, which is for what draws alone.
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'warn' },
  },
  {
    files: ['{shell,remotes,shared}/**/*.tsx'],
    ignores: TESTS,
    extends: [reactHooks.configs.flat['recommended-latest'], a11y.flatConfigs.strict],
  },
  {
    files: PROGRAMS.map((path) => `${path}/*.{ts,tsx}`),
    rules: { '@typescript-eslint/no-restricted-imports': restrictImports([FAR_PARENTS]) },
  },
  {
    files: TESTS,
    rules: {
      // A suite is one function, and a test may start what it tests.
      'max-lines-per-function': 'off',
      // What `beforeAll` could not make is undefined in `afterAll`, whatever its type says.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Nor is the room of test fixtures far away from any test.
      '@typescript-eslint/no-restricted-imports': 'off',
    },
  },
  { files: READ_BY_TOOLS, rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['**/*.{mjs,cjs,js}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'Buffer',
          'setTimeout',
          'clearTimeout',
          'fetch',
          'URL',
          'require',
          'module',
          '__dirname',
          'NodeJS',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);

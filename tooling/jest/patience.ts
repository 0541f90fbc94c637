import { createRequire } from 'node:module';

/** The library's own second is over before a busy machine has drawn a page, ms. */
const PATIENCE_MS = 30_000;

interface TestingLibrary {
  readonly configure: (options: { readonly asyncUtilTimeout: number }) => void;
}

// Only tests that draw have the library: to load it takes the others' time.
const { testPath = '' } = expect.getState();
if (testPath.endsWith('.tsx')) {
  const { configure } = createRequire(testPath)('@testing-library/dom') as TestingLibrary;
  configure({ asyncUtilTimeout: PATIENCE_MS });
}

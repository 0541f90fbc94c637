import { createRequire } from 'node:module';

/** Replaces the library's own limit of one second, which is too short on a busy machine, ms. */
const PATIENCE_MS = 30_000;

interface TestingLibrary {
  readonly configure: (options: { readonly asyncUtilTimeout: number }) => void;
}

// Only tests that render load the library: loading it in the others would slow them down.
const { testPath = '' } = expect.getState();
if (testPath.endsWith('.tsx')) {
  const { configure } = createRequire(testPath)('@testing-library/dom') as TestingLibrary;
  configure({ asyncUtilTimeout: PATIENCE_MS });
}

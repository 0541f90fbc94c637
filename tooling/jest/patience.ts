import { createRequire } from 'node:module';

/** Replaces the library's own limit of one second, which is too short on a busy machine, ms. */
const PATIENCE_MS = 60_000;

interface Settings {
  readonly asyncUtilTimeout: number;
  readonly getElementError: (message: string | null, container: Element) => Error;
}

interface TestingLibrary {
  readonly configure: (settings: Settings) => void;
  readonly getConfig: () => Settings & { readonly _disableExpensiveErrorDiagnostics: boolean };
}

// Only tests that render load the library: loading it in the others would slow them down.
const { testPath = '' } = expect.getState();
if (testPath.endsWith('.tsx')) {
  const { configure, getConfig } = createRequire(testPath)('@testing-library/dom') as TestingLibrary;
  const { getElementError } = getConfig();
  configure({
    asyncUtilTimeout: PATIENCE_MS,
    // While it polls, the library would print the page for each failed attempt. It prints it when time is up.
    getElementError: (message, container) =>
      getConfig()._disableExpensiveErrorDiagnostics
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  });
}

import { getConfig } from '@testing-library/react';

/**
 * Awaits work outside the page, such as writing a file of the test's server. The page runs meanwhile, as it does while
 * `waitFor` waits. With a plain `await`, React warns about each update that arrives before the work is done.
 */
export const whilePageRuns = <Result>(work: () => Promise<Result>): Promise<Result> =>
  getConfig().asyncWrapper(work) as Promise<Result>;

/**
 * @typedef {{ passed: number, failed: number }} Tally
 * @typedef {import('./failed-files.mjs').FailedFile} FailedFile
 */

/** @param {readonly Tally[]} tallies @returns {Tally} */
export const sum = (tallies) => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
});

/** A check counts as one, passed or failed. @param {number} code exit code @returns {Tally} */
export const ofCheck = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/**
 * Counts of a jest run, from its `--json` file. A file that could not run counts as one failure, and so does a run that
 * failed without a failed test (a worker that died, a server that did not stop).
 * @param {string | undefined} json undefined when jest died before it wrote any
 * @param {number} code exit code of jest
 * @returns {Tally}
 */
export function ofJest(json, code) {
  if (json === undefined) return { passed: 0, failed: 1 };
  /** @type {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number }} */
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(json);
  const report = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: code !== 0 && report === 0 ? 1 : report };
}

/**
 * The tally of a run whose failed files ran once more, each alone.
 * @param {Tally} first
 * @param {{ flaky: readonly FailedFile[], broken: readonly FailedFile[] }} rerun flaky: passed alone
 * @returns {Tally}
 */
export function afterRerun(first, { flaky, broken }) {
  if (flaky.length === 0) return first;
  // A file that could not run counts as one.
  const recovered = flaky.reduce((total, { tests }) => total + Math.max(1, tests.length), 0);
  const failed = Math.max(broken.length > 0 ? 1 : 0, first.failed - recovered);
  return { passed: first.passed + recovered, failed };
}

/**
 * The slowest files of a jest run, from its `--json` file.
 * @param {string | undefined} json
 * @param {number} count
 * @returns {{ file: string, seconds: number }[]} slowest first
 */
export function slowest(json, count) {
  if (json === undefined) return [];
  /** @type {{ testResults: { name: string, startTime: number, endTime: number }[] }} */
  const { testResults } = JSON.parse(json);
  return testResults
    .map(({ name, startTime, endTime }) => ({
      file: name,
      seconds: Math.round((endTime - startTime) / 1000),
    }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count);
}

/** The last line of `npm test`. @param {Tally} tally */
export const lastLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** Parses that line. @param {string} output @returns {Tally | undefined} */
export function readLastLine(output) {
  const [, passed, failed] =
    /^(\d+) passed, (\d+) failed$/.exec(output.trimEnd().split('\n').at(-1) ?? '') ?? [];
  return passed === undefined || failed === undefined
    ? undefined
    : { passed: Number(passed), failed: Number(failed) };
}
